//! How an expression answers a type that requests its content.
//!
//! If several items of an object have the same key, the last one counts. If the options turn evaluation off, types that
//! accept anything get literals as values, and any other expression as the template of the JSON syntax that has the
//! same value ("Expressions" of the JSON syntax specification).

use std::borrow::Cow;

use super::{ExpressionData, Literal, calls_functions, literal, to_text};
use crate::de::capture;
use crate::de::input::Input;
use crate::de::kind::{DataKind, Functions};
use crate::de::number::{NumberText, Numeral};
use crate::de::repeats::Repeats;
use crate::de::text::TextDeserializer;
use crate::diagnostic::{Code, Diagnostic};
use crate::error::{Category, Error, Result};
use crate::nfc::normalize;
use crate::number::Small;
use crate::span::Span;
use crate::syntax::tree::view::{ExpressionView, KeyView, View};
use crate::syntax::tree::{CallNode, ExprId, ExprKind, ItemId, Part, StructureContent};
use crate::value::Value;

impl<'de, 'a> ExpressionData<'de, 'a> {
    #[inline]
    pub(in crate::de) fn kind(&self) -> DataKind {
        match self.expression_kind() {
            ExprKind::ShortNumber { .. } | ExprKind::LongNumber => DataKind::Number,
            ExprKind::Bool(value) => DataKind::Bool(value),
            ExprKind::QuotedLiteral { .. }
            | ExprKind::HeredocLiteral
            | ExprKind::JsonString { .. } => DataKind::String,
            ExprKind::Tuple(_) | ExprKind::Object(_) if self.is_evaluated_whole() => {
                DataKind::Unevaluated
            }
            ExprKind::Tuple(_) => DataKind::Sequence,
            ExprKind::Object(_) => DataKind::Object,
            // The content of an object that several layers define is in several trees.
            ExprKind::Structure(_) if self.layers.is_some() => DataKind::Unevaluated,
            ExprKind::Structure(id) if self.input.view().tree[id].is_unknown => {
                DataKind::Unevaluated
            }
            ExprKind::Structure(id) => match self.input.view().tree[id].content {
                StructureContent::Array(_) => DataKind::Sequence,
                StructureContent::Object(_) => DataKind::Object,
            },
            ExprKind::Null => DataKind::Null,
            ExprKind::JsonTemplate(_) if self.is_raw_text() => DataKind::String,
            ExprKind::Parentheses(_) | ExprKind::Unary(..) => match self.inner_kind() {
                DataKind::Sequence | DataKind::Object if self.is_evaluated_whole() => {
                    DataKind::Unevaluated
                }
                kind => kind,
            },
            _ => DataKind::Unevaluated,
        }
    }

    pub(in crate::de) fn text(&self) -> Cow<'de, str> {
        match literal(self.input.view(), self.id) {
            Some(Literal::String(literal)) => self.input.view().literal(literal),
            None if self.is_raw_text() => self.input.view().raw_text(self.id),
            _ => Cow::default(),
        }
    }

    #[inline]
    pub(in crate::de) fn borrowed_text(&self) -> Option<&'de str> {
        self.input.view().verbatim_literal(self.id)
    }

    pub(in crate::de) fn number(&self) -> Numeral<'de> {
        Numeral::Text(match literal(self.input.view(), self.id) {
            Some(Literal::Number(written)) => written,
            _ => NumberText::string(""),
        })
    }

    #[inline]
    pub(in crate::de) fn short_number(&self) -> Option<Small> {
        match self.expression_kind() {
            ExprKind::ShortNumber {
                coefficient,
                places,
            } => Some(ExprKind::value_of_short(coefficient, places)),
            _ => None,
        }
    }

    pub(in crate::de) fn to_text(self) -> Result<Cow<'de, str>> {
        let text = match literal(self.input.view(), self.id) {
            Some(literal) => to_text(self.input, literal)?,
            None if self.is_raw_text() => Some(self.input.view().raw_text(self.id)),
            None => None,
        };
        Ok(text.unwrap_or_default())
    }

    #[inline]
    pub(in crate::de) fn sequence(&self) -> &'a [ExprId] {
        self.input.view().elements(self.inner())
    }

    /// Whether the result of evaluation could be null, judged from the expression alone.
    pub(in crate::de) fn may_be_null(&self, functions: Functions) -> bool {
        let mut view: View<'_, '_> = self.input.view();
        let mut id = self.id;
        loop {
            id = match view.expression_inlined(id) {
                ExpressionView::Parentheses(inner) => inner,
                ExpressionView::Embedded => match view.embedded_view(id) {
                    Some((template, root)) => {
                        view = template;
                        root
                    }
                    None => return false,
                },
                // Only a template that consists of one interpolation is not a string.
                ExpressionView::Template(template) => match *view.template(template).parts {
                    [Part::Interpolation { expression, .. }] => expression,
                    _ => return false,
                },
                ExpressionView::FunctionCall(call) => {
                    return functions == Functions::Called && self.call_may_be_null(view, call);
                }
                ExpressionView::Variable(_) | ExpressionView::Null => return true,
                // A splat is never null.
                ExpressionView::Traversal(traversal) => {
                    let is_splat = traversal.steps.last().is_some_and(|step| step.is_splat());
                    return !is_splat
                        && (functions == Functions::Called || !calls_functions(view, id));
                }
                ExpressionView::Conditional(_) => {
                    return functions == Functions::Called || !calls_functions(view, id);
                }
                _ => return false,
            };
        }
    }

    /// Whether a survey leaves the expression out of the list, map or struct that it is in.
    #[inline]
    pub(in crate::de) fn is_left_out(&self) -> bool {
        let survey = self.input.shared.survey;
        survey.is_some_and(|survey| survey.leaves_out(self.input.identify(self.id)))
    }

    /// Reports to the survey, if there is one, that the expression has failed as a part of a list, map or struct.
    pub(in crate::de) fn record_failure(&self) {
        if let Some(survey) = self.input.shared.survey {
            survey.fail_part(self.input.identify(self.id));
        }
    }

    /// Hands over the expression itself to the type that requested it by this private name.
    pub(in crate::de) fn capture(&self, name: &'static str) -> Error {
        capture::hand_over(&self.handle(), name)
    }
}

impl ExpressionData<'_, '_> {
    /// Evaluates the expression.
    pub(in crate::de) fn value(&self) -> Result<Value> {
        match self.layers {
            None => self.input.evaluate(self.id),
            Some(_) => self.input.evaluate_layers(&self.handle()),
        }
    }

    /// Whether the expression is a JSON object or array, which may be blocks.
    #[inline]
    pub(in crate::de) fn is_structure(&self) -> bool {
        self.input.view().is_json_structure(self.id)
    }

    /// Whether the called function could return null. False if the context does not have the function.
    fn call_may_be_null(&self, view: View<'_, '_>, call: &CallNode) -> bool {
        let name = view.function_name(call);
        let function = self.input.shared.options.ctx.function(&name);
        function.is_some_and(|function| !function.is_never_null())
    }
}

/// The items of an object.
pub(in crate::de) struct ObjectItems<'de, 'a> {
    object: ExpressionData<'de, 'a>,
    ids: &'a [ItemId],
    /// `None` if all keys are different names that consist of ASCII characters: each key is then its text in the
    /// source.
    pub(super) keys: Option<Box<Keys<'de>>>,
}

/// The keys of the items of an object.
pub(super) struct Keys<'de> {
    texts: Vec<Cow<'de, str>>,
    repeats: Repeats,
}

impl<'de, 'a> ObjectItems<'de, 'a> {
    /// Reads the keys of the items of an object. Fails if two properties of a JSON object have the same name.
    pub(in crate::de) fn read(object: ExpressionData<'de, 'a>) -> Result<Self> {
        let view = object.input.view();
        if view.has_plain_keys(object.inner()) {
            return Ok(ObjectItems {
                object,
                ids: object.items(),
                keys: None,
            });
        }
        let items = ObjectItems::with_keys(object, |id| read_key(object.input, id))?;
        if view.is_json_structure(object.id)
            && let Some(keys) = &items.keys
            && let Some((first, second)) = keys.repeats.pairs().next()
        {
            let name = |at: usize| view.item_head(items.ids[at]).name;
            return Err(duplicate_attribute(
                &keys.texts[second],
                name(first),
                name(second),
            ));
        }
        Ok(items)
    }

    pub(super) fn with_keys(
        object: ExpressionData<'de, 'a>,
        read_key: impl Fn(ItemId) -> Result<Cow<'de, str>>,
    ) -> Result<Self> {
        let ids = object.items();
        let mut texts = Vec::with_capacity(ids.len());
        for id in ids {
            texts.push(read_key(*id)?);
        }
        let names: Vec<&str> = texts.iter().map(|it| &**it).collect();
        let repeats = Repeats::find(&names);
        Ok(ObjectItems {
            object,
            ids,
            keys: Some(Box::new(Keys { texts, repeats })),
        })
    }

    /// Whether some property names of a JSON object have to be evaluated, unlike those of a body.
    pub(in crate::de) fn has_computed_keys(object: ExpressionData<'_, '_>) -> bool {
        let view = object.input.view();
        !object.input.shared.options.ctx.is_literal_only()
            && object
                .items()
                .iter()
                .any(|id| view.template_name(*id).is_some())
    }

    /// Reads the items of an object, with their keys as templates of the JSON syntax.
    pub(in crate::de) fn unevaluated(object: ExpressionData<'de, 'a>) -> Result<Self> {
        let view = object.input.view();
        ObjectItems::with_keys(object, |id| {
            let template = match view.object_item(id).0 {
                KeyView::Name(_) => None,
                KeyView::Expression(key) => object.at(key).handle().key_template_text(),
            };
            match template {
                Some(text) => object.input.paid_text(text).map(Cow::Owned),
                None => read_key(object.input, id),
            }
        })
    }
}

/// The error of two properties of a JSON object with the same name.
pub(in crate::de) fn duplicate_attribute(name: &str, first: Span, second: Span) -> Error {
    let diagnostic = Diagnostic::duplicate_attribute(name, second).with_context(first);
    Error::new(Category::Data, diagnostic)
}

impl<'de, 'a> ObjectItems<'de, 'a> {
    #[inline]
    pub(in crate::de) fn len(&self) -> usize {
        self.ids.len()
    }

    /// Returns the key at an index, unless a later item has the same key.
    pub(in crate::de) fn key(&self, index: usize) -> Option<TextDeserializer<'de, '_>> {
        let view = self.object.input.view();
        let span = match view.object_item(self.ids[index]).0 {
            KeyView::Name(span) => span,
            KeyView::Expression(id) => view.tree.span(id),
        };
        let text = match &self.keys {
            None => Cow::Borrowed(view.slice(span)),
            Some(keys) if keys.repeats.next(index).is_none() => keys.texts[index].clone(),
            Some(_) => return None,
        };
        Some(TextDeserializer::at(text, span, self.object.input.origin))
    }

    #[inline]
    pub(in crate::de) fn value(&self, index: usize) -> ExpressionData<'de, 'a> {
        let (_, id) = self.object.input.view().object_item(self.ids[index]);
        self.object.at(id)
    }

    /// Whether a survey leaves the value of an item out.
    #[inline]
    pub(in crate::de) fn is_left_out(&self, index: usize) -> bool {
        // Without a survey, as usual, no value is looked up.
        self.object.input.shared.survey.is_some() && self.value(index).is_left_out()
    }

    /// For an object over several lines, the span of its opening brace.
    pub(in crate::de) fn span_of_missing(&self) -> Span {
        let span = self.object.place();
        let is_long = self.object.input.view().slice(span).contains('\n');
        if is_long {
            Span::new(span.start(), span.start() + 1)
        } else {
            span
        }
    }

    pub(in crate::de) fn is_exhaustive(&self) -> bool {
        self.object.input.shared.options.exhaustive
    }

    pub(in crate::de) fn is_json(&self) -> bool {
        self.object.input.view().is_json_structure(self.object.id)
    }
}

/// Reads the key of an item, and evaluates it if necessary.
pub(in crate::de) fn read_key<'de>(input: Input<'de, '_>, id: ItemId) -> Result<Cow<'de, str>> {
    let view = input.view();
    let key = match view.object_item(id).0 {
        KeyView::Name(span) => return Ok(normalize(Cow::Borrowed(view.slice(span)))),
        KeyView::Expression(key) => key,
    };
    let Some(literal) = literal(view, key) else {
        return input.evaluate_key(key).map(Cow::Owned);
    };
    to_text(input, literal)?.ok_or_else(|| {
        let detail = "The key of an object is a string; null, a list or an object cannot be a key.";
        let diagnostic = Diagnostic::of(Code::IncorrectKeyType, detail);
        Error::new(Category::Data, diagnostic.at(view.tree.span(key)))
    })
}
