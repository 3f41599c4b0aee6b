//! Blocks to be found by their names: the type, and any number of their first labels.
//!
//! Knows nothing of what is kept for a block.

use foldhash::HashMap;

use super::Block;

/// What is kept for blocks, by their names. It takes memory in proportion to their labels.
#[derive(Debug)]
pub(crate) struct BlocksByNames<T> {
    /// A node for each list of names with which one of the blocks begins; first that for the empty list.
    nodes: Vec<NamesNode<T>>,
}

#[derive(Debug)]
struct NamesNode<T> {
    /// What is kept for the blocks that have these names, in the order of the blocks.
    values: Vec<T>,
    /// The index of the node for one name more.
    longer: HashMap<String, usize>,
}

impl<T> Default for NamesNode<T> {
    fn default() -> Self {
        NamesNode {
            values: Vec::new(),
            longer: HashMap::default(),
        }
    }
}

impl<T> Default for BlocksByNames<T> {
    fn default() -> Self {
        BlocksByNames {
            nodes: vec![NamesNode::default()],
        }
    }
}

impl<T: Clone> BlocksByNames<T> {
    /// Keeps a value for a block.
    pub(crate) fn insert(&mut self, block: &Block, value: &T) {
        let mut node = 0;
        for name in block.names() {
            let new = self.nodes.len();
            node = *self.nodes[node].longer.entry(name).or_insert(new);
            if node == new {
                self.nodes.push(NamesNode::default());
            }
            self.nodes[node].values.push(value.clone());
        }
    }

    /// What is kept for the blocks that have this type and these first labels, which are in NFC.
    pub(crate) fn get(&self, names: &[String]) -> &[T] {
        let mut node = &self.nodes[0];
        for name in names {
            match node.longer.get(name) {
                Some(longer) => node = &self.nodes[*longer],
                None => return &[],
            }
        }
        &node.values
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::options::parse;

    #[test]
    fn blocks_have_their_first_names() {
        let text = "a {}\na \"x\" {}\na \"x\" \"y\" {}\nb \"x\" {}\na \"z\" {}\na x e\u{301} {}\n";
        let body = parse(text).expect("the text is valid");
        let blocks: Vec<_> = body.blocks().collect();
        let mut by_names = BlocksByNames::default();
        for (index, block) in blocks.iter().enumerate() {
            by_names.insert(block, &index);
        }
        let lists = blocks.iter().map(Block::names);
        for names in lists.chain([vec!["c".to_owned()], vec!["a".to_owned(), "w".to_owned()]]) {
            for count in 1..=names.len() {
                let names = &names[..count];
                let having = (0..blocks.len()).filter(|at| blocks[*at].names().starts_with(names));
                assert_eq!(by_names.get(names), having.collect::<Vec<_>>(), "{names:?}");
            }
        }
    }
}
