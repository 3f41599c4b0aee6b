//! A random edit, and what is expected of it.

use std::collections::BTreeMap;
use std::ops::Range;

use hcl::{Attribute, Block, Body, BodyItem, Edit};

use super::random::{Comments, EXPRESSIONS, Expected, Random, header, normal};

/// What happens to an item.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fate {
    Kept,
    Removed,
    CommentedOut,
    Moved,
}

/// An item of the source, and its expected changes.
pub(super) struct Node {
    item: BodyItem,
    /// The index of the body that contains it.
    body: usize,
    /// The indices of the items around it.
    around: Vec<usize>,
    pub(super) fate: Fate,
    /// Whether an item was moved into it.
    is_target: bool,
    name: String,
    text: String,
    comments: Comments,
    /// What the edit inserts before and after it.
    before: Vec<Put>,
    after: Vec<Put>,
}

/// A body of the source.
pub(super) struct Level {
    body: Body,
    nodes: Vec<usize>,
    /// The index of its block; `None` for the root.
    node: Option<usize>,
    new_attributes: BTreeMap<String, String>,
    end: Vec<Put>,
}

/// Something that the edit inserts or moves.
#[derive(Clone)]
pub(super) enum Put {
    Node(usize),
    Attribute(String, String),
    Block(String, String),
}

/// A random edit.
pub(super) struct Editing<'a> {
    pub(super) random: &'a mut Random,
    pub(super) edit: Edit,
    pub(super) nodes: Vec<Node>,
    levels: Vec<Level>,
    /// The ranges of the source that may change.
    pub(super) touched: Vec<Range<usize>>,
    pub(super) log: Vec<String>,
    pub(super) has_comments_out: bool,
}

impl<'a> Editing<'a> {
    pub(super) fn new(body: &Body, random: &'a mut Random) -> Self {
        let mut editing = Editing {
            has_comments_out: random.below(2) == 0,
            random,
            edit: body.edit(),
            nodes: Vec::new(),
            levels: Vec::new(),
            touched: Vec::new(),
            log: Vec::new(),
        };
        editing.collect(body, None, &[]);
        editing
    }

    fn collect(&mut self, body: &Body, node: Option<usize>, around: &[usize]) {
        let level = self.levels.len();
        self.levels.push(Level {
            body: body.clone(),
            nodes: Vec::new(),
            node,
            new_attributes: BTreeMap::new(),
            end: Vec::new(),
        });
        if around.len() > 20 {
            return;
        }
        for item in body.items() {
            let (name, text) = match &item {
                BodyItem::Attribute(it) => {
                    (it.name().to_owned(), normal(&it.expression().to_string()))
                }
                BodyItem::Block(it) => (header(it), String::new()),
            };
            let index = self.nodes.len();
            let comments = (self.edit.comment(&item), self.edit.line_comment(&item));
            self.nodes.push(Node {
                item: item.clone(),
                body: level,
                around: around.to_vec(),
                fate: Fate::Kept,
                is_target: false,
                name,
                text,
                comments: Some(comments),
                before: Vec::new(),
                after: Vec::new(),
            });
            self.levels[level].nodes.push(index);
            if let BodyItem::Block(block) = &item {
                let around = [around, &[index]].concat();
                self.collect(&block.body(), Some(index), &around);
            }
        }
    }

    fn touch(&mut self, span: hcl::Span) {
        self.touched.push(span.range());
    }

    /// Marks a block on one line as changed: an insertion breaks it into several lines.
    fn touch_line(&mut self, level: usize) {
        let body = self.levels[level].body.clone();
        let lines = body.text().map(|text| text.lines().next().unwrap_or(text));
        let is_open = body.span().start() == 0 || lines.is_some_and(|line| line.trim().is_empty());
        if !is_open || !body.text().is_some_and(|text| text.contains('\n')) {
            self.touch(body.span());
        }
    }

    fn is_kept(&self, node: usize) -> bool {
        let chain = self.nodes[node].around.iter().chain([&node]);
        chain
            .into_iter()
            .all(|it| self.nodes[*it].fate == Fate::Kept)
    }

    /// Makes one random change.
    pub(super) fn step(&mut self) {
        if self.nodes.is_empty() || self.random.below(4) == 0 {
            return self.step_of_body();
        }
        let node = self.random.below(self.nodes.len());
        if self.nodes[node].fate != Fate::Kept {
            return;
        }
        let item = self.nodes[node].item.clone();
        match self.random.below(7) {
            0 => self.remove(node),
            1 if self.has_comments_out => self.comment_out(node),
            2 => self.comment(node),
            3 => self.insert(node),
            4 => self.move_item(node),
            _ => match item {
                BodyItem::Attribute(it) => self.attribute(node, &it),
                BodyItem::Block(it) => self.block(node, &it),
            },
        }
    }

    fn step_of_body(&mut self) {
        let level = self.random.below(self.levels.len());
        let body = self.levels[level].body.clone();
        let text = self.random.pick(&EXPRESSIONS);
        let number = self.log.len();
        if self.random.below(2) == 0 {
            self.log.push(format!("insert {text:?}"));
            self.edit.set_expression(&body, "newcomer", text);
            let attributes = &mut self.levels[level].new_attributes;
            attributes.insert("newcomer".to_owned(), normal(text));
        } else {
            self.log.push(format!("add a block with {text:?}"));
            let name = format!("newcomer{number}");
            let block = Block::builder(&name).label("l").expression("x", text);
            self.edit.add_block(&body, block);
            let put = Put::Block(format!("{name} [\"l\"]"), normal(text));
            self.levels[level].end.push(put);
        }
        self.touch_line(level);
    }

    fn remove(&mut self, node: usize) {
        if self.nodes[node].is_target {
            return;
        }
        self.log.push(format!("remove {}", self.nodes[node].name));
        let item = self.nodes[node].item.clone();
        self.edit.remove(&item);
        self.nodes[node].fate = Fate::Removed;
        self.touch(item.span());
        self.touch_comments_after(item.span());
    }

    fn comment_out(&mut self, node: usize) {
        if self.nodes[node].is_target {
            return;
        }
        self.log
            .push(format!("comment {} out", self.nodes[node].name));
        let item = self.nodes[node].item.clone();
        self.edit.comment_out(&item);
        self.nodes[node].fate = Fate::CommentedOut;
        self.touch(item.span());
        self.touch_comments_after(item.span());
        self.touch_line(self.nodes[node].body);
    }

    fn comment(&mut self, node: usize) {
        const TEXTS: [&str; 6] = [
            "",
            "short",
            "two\nlines",
            "*/ not the end /*",
            "# é\n\n  indented ",
            "${x} <<EOT",
        ];
        let item = self.nodes[node].item.clone();
        let text = self.random.pick(&TEXTS);
        let has_heredoc = self.nodes[node].text.contains("<<")
            || matches!(&item, BodyItem::Attribute(it) if it.expression().text().contains("<<"));
        if self.random.below(2) == 0 {
            self.log
                .push(format!("comment {:?} on {}", text, self.nodes[node].name));
            self.edit.set_comment(&item, text);
            if let Some((comment, _)) = &mut self.nodes[node].comments {
                text.clone_into(comment);
            }
        } else if !text.contains('\n') && !has_heredoc {
            self.log.push(format!(
                "line comment {:?} on {}",
                text, self.nodes[node].name
            ));
            self.edit.set_line_comment(&item, text);
            if let Some((_, comment)) = &mut self.nodes[node].comments {
                text.clone_into(comment);
            }
        }
        self.touch(item.span());
        self.touch_comments_after(item.span());
        self.touch_line(self.nodes[node].body);
    }

    fn touch_comments_after(&mut self, item: hcl::Span) {
        let body = self.levels[0].body.clone();
        let text = body.source().text();
        let mut end = item.range().end;
        for comment in body.comments().map(|it| it.span()) {
            let start = comment.range().start;
            if start >= end && text[end..start].trim_matches([' ', '\t']).is_empty() {
                self.touch(comment);
                end = comment.range().end;
            }
        }
    }

    fn insert(&mut self, node: usize) {
        let item = self.nodes[node].item.clone();
        let number = self.log.len();
        let text = self.random.pick(&EXPRESSIONS);
        let name = format!("inserted{number}");
        let builder = Body::builder().comment("inserted");
        let (builder, put) = if self.random.below(2) == 0 {
            let put = Put::Attribute(name.clone(), normal(text));
            (builder.expression(&name, text), put)
        } else {
            let block = Block::builder(&name).expression("x", text);
            (
                builder.block(block),
                Put::Block(format!("{name} []"), normal(text)),
            )
        };
        let is_before = self.random.below(2) == 0;
        self.log.push(format!(
            "insert {name} {text:?}, before {is_before}, {}",
            self.nodes[node].name
        ));
        if is_before {
            self.edit.before(&item).insert(builder);
            self.nodes[node].before.push(put);
        } else {
            self.edit.after(&item).insert(builder);
            self.nodes[node].after.push(put);
        }
        self.touch_line(self.nodes[node].body);
    }

    fn move_item(&mut self, node: usize) {
        let target = self.random.below(self.nodes.len());
        let is_inside = target == node || self.nodes[target].around.contains(&node);
        let level = self.nodes[target].body;
        let name = self.nodes[node].name.clone();
        let is_repeated = self.nodes[node].body != level
            && matches!(self.nodes[node].item, BodyItem::Attribute(_));
        if is_inside || is_repeated || !self.is_kept(target) {
            return;
        }
        let item = self.nodes[node].item.clone();
        let anchor = self.nodes[target].item.clone();
        let way = self.random.below(3);
        self.log
            .push(format!("move {name} to {}, {way}", self.nodes[target].name));
        match way {
            0 => {
                self.edit.before(&anchor).move_item(&item);
                self.nodes[target].before.push(Put::Node(node));
            }
            1 => {
                self.edit.after(&anchor).move_item(&item);
                self.nodes[target].after.push(Put::Node(node));
            }
            _ => {
                let body = self.levels[level].body.clone();
                self.edit.at_end(&body).move_item(&item);
                self.levels[level].end.push(Put::Node(node));
            }
        }
        for around in self.nodes[target].around.clone() {
            self.nodes[around].is_target = true;
        }
        self.nodes[node].fate = Fate::Moved;
        self.touch(item.span());
        self.touch_comments_after(item.span());
        self.touch_line(self.nodes[node].body);
        self.touch_line(level);
    }

    fn attribute(&mut self, node: usize, attribute: &Attribute) {
        let level = self.nodes[node].body;
        let name = attribute.name();
        if self.random.below(2) == 0 {
            let new = self.random.pick(&EXPRESSIONS);
            self.log.push(format!("set {name} to {new:?}"));
            self.edit
                .set_expression(&self.levels[level].body, name, new);
            self.nodes[node].text = normal(new);
            self.touch_line(level);
        } else {
            self.log.push(format!("rename {name}"));
            let renamed = format!("{name}_renamed");
            self.edit.rename_attribute(attribute, &renamed);
            self.nodes[node].name = renamed;
        }
        self.touch(attribute.span());
    }

    fn block(&mut self, node: usize, block: &Block) {
        if self.random.below(2) == 0 {
            self.log.push(format!("retype {}", self.nodes[node].name));
            self.edit.set_block_type(block, "retyped");
            let labels = self.nodes[node]
                .name
                .split_once(' ')
                .map_or("[]", |(_, labels)| labels);
            self.nodes[node].name = format!("retyped {labels}");
        } else {
            self.log.push(format!("label {}", self.nodes[node].name));
            self.edit.set_labels(block, ["one", "$two"]);
            let block_type = self.nodes[node].name.split(' ').next().unwrap_or_default();
            self.nodes[node].name = format!("{block_type} [\"one\", \"$two\"]");
        }
        self.touch(block.header_span());
    }

    /// Returns the expected result.
    pub(super) fn expected(&self, level: usize) -> Expected {
        let mut expected = Expected::default();
        let level = &self.levels[level];
        for node in &level.nodes {
            let it = &self.nodes[*node];
            self.put(&it.before, &mut expected);
            if it.fate == Fate::Kept {
                self.put(&[Put::Node(*node)], &mut expected);
            }
            self.put(&it.after, &mut expected);
        }
        for (name, text) in &level.new_attributes {
            self.put(&[Put::Attribute(name.clone(), text.clone())], &mut expected);
        }
        self.put(&level.end, &mut expected);
        expected
    }

    fn put(&self, puts: &[Put], expected: &mut Expected) {
        for put in puts {
            match put {
                Put::Attribute(name, text) => {
                    let attribute = (text.clone(), None);
                    expected.attributes.insert(name.clone(), attribute);
                }
                Put::Block(header, text) => {
                    let mut inner = Expected::default();
                    inner
                        .attributes
                        .insert("x".to_owned(), (text.clone(), None));
                    expected.blocks.push((header.clone(), None, inner));
                }
                Put::Node(node) => {
                    let it = &self.nodes[*node];
                    let comments = it.comments.clone().filter(|_| !self.has_comments_out);
                    match &it.item {
                        BodyItem::Attribute(_) => {
                            let attribute = (it.text.clone(), comments);
                            expected.attributes.insert(it.name.clone(), attribute);
                        }
                        BodyItem::Block(block) => {
                            let level = self.levels.iter().position(|it| it.node == Some(*node));
                            let inner = match level {
                                Some(level) if it.around.len() <= 20 => self.expected(level),
                                _ => Expected::of(&block.body(), &self.edit),
                            };
                            expected.blocks.push((it.name.clone(), comments, inner));
                        }
                    }
                }
            }
        }
    }
}
