//! Codes that tell programs what a diagnostic is about. They are stable, while the messages may be improved.

use std::borrow::Cow;
use std::fmt;

/// The category of an error, and of each of its diagnostics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Category {
    /// The input could not be read, or the output could not be written.
    Io,
    /// The input is not HCL.
    Syntax,
    /// An expression cannot be evaluated.
    Evaluation,
    /// The value is not what was expected.
    Data,
    /// The input exceeds a limit, such as the limit of nesting.
    Limit,
}

impl Category {
    /// The name in serialized data: `io`, `syntax`, `evaluation`, `data` or `limit`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Category::Io => "io",
            Category::Syntax => "syntax",
            Category::Evaluation => "evaluation",
            Category::Data => "data",
            Category::Limit => "limit",
        }
    }
}

/// A code with the summary of a diagnostic.
pub(crate) struct Title {
    pub(super) code: Code,
    pub(super) summary: Cow<'static, str>,
}

impl From<Code> for Title {
    fn from(code: Code) -> Self {
        Title {
            code,
            summary: Cow::Borrowed(code.summary()),
        }
    }
}

impl Code {
    /// The code with a specific summary, which names a part of the source.
    pub(crate) fn titled(self, summary: impl Into<Cow<'static, str>>) -> Title {
        Title {
            code: self,
            summary: summary.into(),
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Defines the codes: variant, code as text, category, summary.
macro_rules! codes {
    ($($variant:ident, $code:literal, $category:ident, $summary:literal;)*) => {
        /// What a diagnostic is about.
        ///
        /// Summaries and details are written for people and may change in any version. A code keeps its meaning:
        /// programs can match on it, filter by it, or link it to a page of their own. Its text is used when a
        /// [`Diagnostic`](crate::Diagnostic) is serialized.
        ///
        /// ```
        /// use hcl::Code;
        ///
        /// let error = hcl::parse("port = = 80\n").unwrap_err();
        /// let code = error.diagnostics()[0].code();
        /// assert_eq!((code, code.as_str()), (Code::InvalidExpression, "invalid-expression"));
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Code {
            $(#[doc = concat!("`", $code, "`: \u{201c}", $summary, "\u{201d}.")] $variant,)*
        }

        impl Code {
            /// All codes, in the order of their texts.
            pub const ALL: &'static [Code] = &[$(Code::$variant,)*];

            /// The code as text: lower case letters, with hyphens between words.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Code::$variant => $code,)*
                }
            }

            /// The usual summary. The summary of a diagnostic can also name a block type.
            pub const fn summary(self) -> &'static str {
                match self {
                    $(Code::$variant => $summary,)*
                }
            }

            /// The usual category. It can differ: a repeated name, for example, is found by the parser within one
            /// source, and by decoding across several.
            pub const fn category(self) -> Category {
                match self {
                    $(Code::$variant => Category::$category,)*
                }
            }
        }
    };
}

codes! {
    AbsentLabel, "absent-label", Data, "Absent label";
    AmbiguousAttributeKey, "ambiguous-attribute-key", Evaluation, "Ambiguous attribute key";
    Application, "application", Data, "Problem found by the application";
    ArgumentDefinitionRequired, "argument-definition-required", Syntax, "Argument definition required";
    ArgumentOrBlockDefinitionRequired, "argument-or-block-definition-required", Syntax, "Argument or block definition required";
    AttemptToGetAttributeFromNullValue, "attempt-to-get-attribute-from-null-value", Evaluation, "Attempt to get attribute from null value";
    AttemptToIndexNullValue, "attempt-to-index-null-value", Evaluation, "Attempt to index null value";
    AttributeAndBlockOfOneName, "attribute-and-block-of-one-name", Data, "Attribute and block with the same name";
    AttributeRedefined, "attribute-redefined", Data, "Attribute redefined";
    BodyWithoutBlock, "body-without-block", Data, "Body without block";
    ByteOrderMarkNotPermitted, "byte-order-mark-not-permitted", Syntax, "Byte order mark not permitted";
    CallToUnknownFunction, "call-to-unknown-function", Evaluation, "Call to unknown function";
    ChangingValue, "changing-value", Data, "Changing value";
    CircularReference, "circular-reference", Evaluation, "Circular reference";
    CommentWithoutAPlace, "comment-without-a-place", Data, "Comment without a place";
    ConditionIsNull, "condition-is-null", Evaluation, "Condition is null";
    ContradictoryLabels, "contradictory-labels", Data, "Contradictory labels";
    DuplicateAttributeSpec, "duplicate-attribute-spec", Data, "Duplicate attribute spec";
    DuplicateBlock, "duplicate-block", Data, "Duplicate block";
    DuplicateFunction, "duplicate-function", Evaluation, "Duplicate function";
    DuplicateName, "duplicate-name", Data, "Duplicate name";
    DuplicateObjectAttribute, "duplicate-object-attribute", Evaluation, "Duplicate object attribute";
    DuplicateObjectKey, "duplicate-object-key", Evaluation, "Duplicate object key";
    DuplicateParameter, "duplicate-parameter", Evaluation, "Duplicate parameter";
    ErrorInFunctionCall, "error-in-function-call", Evaluation, "Error in function call";
    EvaluationTooExpensive, "evaluation-too-expensive", Limit, "Evaluation too expensive";
    ExpressionTooLong, "expression-too-long", Limit, "Expression too long";
    ExtraCharactersAfterExpression, "extra-characters-after-expression", Syntax, "Extra characters after expression";
    ExtraCharactersAfterInterpolationExpression, "extra-characters-after-interpolation-expression", Syntax, "Extra characters after interpolation expression";
    ExtraneousDataAfterValue, "extraneous-data-after-value", Syntax, "Extraneous data after value";
    ExtraneousDynamicContentBlock, "extraneous-dynamic-content-block", Data, "Extraneous dynamic content block";
    ExtraneousJsonObjectProperty, "extraneous-json-object-property", Data, "Extraneous JSON object property";
    ExtraneousLabel, "extraneous-label", Data, "Extraneous label";
    ExtraneousSpecBlock, "extraneous-spec-block", Data, "Extraneous spec block";
    FailedToRead, "failed-to-read", Io, "Failed to read the configuration";
    FailedToWrite, "failed-to-write", Io, "Failed to write the configuration";
    FunctionCallsNotAllowed, "function-calls-not-allowed", Evaluation, "Function calls not allowed";
    HiddenBody, "hidden-body", Data, "Hidden body";
    HiddenLabels, "hidden-labels", Data, "Hidden labels";
    IgnoredError, "ignored-error", Data, "Ignored error";
    InconsistentArgumentTypes, "inconsistent-argument-types", Data, "Inconsistent argument types in blocks";
    InconsistentConditionalResultTypes, "inconsistent-conditional-result-types", Evaluation, "Inconsistent conditional result types";
    InconsistentNumberOfLabels, "inconsistent-number-of-labels", Data, "Inconsistent number of labels";
    IncorrectAttributeValueType, "incorrect-attribute-value-type", Data, "Incorrect attribute value type";
    IncorrectConditionType, "incorrect-condition-type", Evaluation, "Incorrect condition type";
    IncorrectJsonValueType, "incorrect-json-value-type", Data, "Incorrect JSON value type";
    IncorrectKeyType, "incorrect-key-type", Evaluation, "Incorrect key type";
    InvalidArgumentName, "invalid-argument-name", Syntax, "Invalid argument name";
    InvalidAttributeName, "invalid-attribute-name", Syntax, "Invalid attribute name";
    InvalidBlockDefinition, "invalid-block-definition", Syntax, "Invalid block definition";
    InvalidBlockMapSpec, "invalid-block-map-spec", Data, "Invalid block_map spec";
    InvalidBodySchema, "invalid-body-schema", Data, "Invalid body schema";
    InvalidCharacter, "invalid-character", Syntax, "Invalid character";
    InvalidCharacterEncoding, "invalid-character-encoding", Syntax, "Invalid character encoding";
    InvalidComment, "invalid-comment", Data, "Invalid comment";
    InvalidDefaultSpec, "invalid-default-spec", Data, "Invalid default spec";
    InvalidDefaultValueForOptionalAttribute, "invalid-default-value-for-optional-attribute", Evaluation, "Invalid default value for optional attribute";
    InvalidDynamicBlockLabel, "invalid-dynamic-block-label", Data, "Invalid dynamic block label";
    InvalidDynamicBlockType, "invalid-dynamic-block-type", Data, "Invalid dynamic block type";
    InvalidDynamicForEachValue, "invalid-dynamic-for-each-value", Data, "Invalid dynamic for_each value";
    InvalidDynamicIteratorName, "invalid-dynamic-iterator-name", Data, "Invalid dynamic iterator name";
    InvalidEscapeSequence, "invalid-escape-sequence", Syntax, "Invalid escape sequence";
    InvalidExpandingArgumentValue, "invalid-expanding-argument-value", Evaluation, "Invalid expanding argument value";
    InvalidExpression, "invalid-expression", Syntax, "Invalid expression";
    InvalidForCondition, "invalid-for-condition", Evaluation, "Invalid 'for' condition";
    InvalidForDirective, "invalid-for-directive", Syntax, "Invalid 'for' directive";
    InvalidForExpression, "invalid-for-expression", Syntax, "Invalid 'for' expression";
    InvalidFunctionArgument, "invalid-function-argument", Evaluation, "Invalid function argument";
    InvalidIndex, "invalid-index", Evaluation, "Invalid index";
    InvalidJsonKeyword, "invalid-json-keyword", Syntax, "Invalid JSON keyword";
    InvalidJsonNumber, "invalid-json-number", Syntax, "Invalid JSON number";
    InvalidJsonString, "invalid-json-string", Syntax, "Invalid JSON string";
    InvalidLabelNames, "invalid-label-names", Data, "Invalid label names";
    InvalidLegacyIndexSyntax, "invalid-legacy-index-syntax", Syntax, "Invalid legacy index syntax";
    InvalidMap, "invalid-map", Data, "Invalid map";
    InvalidMultiLineString, "invalid-multi-line-string", Syntax, "Invalid multi-line string";
    InvalidName, "invalid-name", Data, "Invalid name";
    InvalidNestedSplatExpressions, "invalid-nested-splat-expressions", Evaluation, "Invalid nested splat expressions";
    InvalidNumber, "invalid-number", Data, "Invalid number";
    InvalidNumberLiteral, "invalid-number-literal", Syntax, "Invalid number literal";
    InvalidNumberOfBlocks, "invalid-number-of-blocks", Data, "Invalid number of blocks";
    InvalidNumberOfItems, "invalid-number-of-items", Data, "Invalid number of items";
    InvalidObjectKey, "invalid-object-key", Evaluation, "Invalid object key";
    InvalidObjectPropertyName, "invalid-object-property-name", Syntax, "Invalid object property name";
    InvalidOperand, "invalid-operand", Evaluation, "Invalid operand";
    InvalidParameter, "invalid-parameter", Evaluation, "Invalid parameter";
    InvalidPath, "invalid-path", Data, "Invalid path";
    InvalidSetting, "invalid-setting", Data, "Invalid setting";
    InvalidSingleArgumentBlockDefinition, "invalid-single-argument-block-definition", Syntax, "Invalid single-argument block definition";
    InvalidSource, "invalid-source", Syntax, "Invalid source";
    InvalidStartOfValue, "invalid-start-of-value", Syntax, "Invalid start of value";
    InvalidStringLiteral, "invalid-string-literal", Syntax, "Invalid string literal";
    InvalidTemplateControlKeyword, "invalid-template-control-keyword", Syntax, "Invalid template control keyword";
    InvalidTemplateDirective, "invalid-template-directive", Syntax, "Invalid template directive";
    InvalidTemplateInterpolationValue, "invalid-template-interpolation-value", Evaluation, "Invalid template interpolation value";
    InvalidTypeSpecification, "invalid-type-specification", Evaluation, "Invalid type specification";
    InvalidValue, "invalid-value", Data, "Invalid value";
    InvalidVariables, "invalid-variables", Data, "Invalid variables";
    IterationOverNonIterableValue, "iteration-over-non-iterable-value", Evaluation, "Iteration over non-iterable value";
    IterationOverNullValue, "iteration-over-null-value", Evaluation, "Iteration over null value";
    JsonSyntaxNotEnabled, "json-syntax-not-enabled", Syntax, "JSON syntax not enabled";
    LabelWithoutBlock, "label-without-block", Data, "Label without block";
    LostValue, "lost-value", Data, "Lost value";
    MismatchedBraces, "mismatched-braces", Syntax, "Mismatched braces";
    MismatchedBrackets, "mismatched-brackets", Syntax, "Mismatched brackets";
    MissingArgumentSeparator, "missing-argument-separator", Syntax, "Missing argument separator";
    MissingArraySeparatorComma, "missing-array-separator-comma", Syntax, "Missing array separator comma";
    MissingAttributeSeparator, "missing-attribute-separator", Syntax, "Missing attribute separator";
    MissingAttributeSeparatorComma, "missing-attribute-separator-comma", Syntax, "Missing attribute separator comma";
    MissingAttributeValue, "missing-attribute-value", Syntax, "Missing attribute value";
    MissingBlock, "missing-block", Data, "Missing block";
    MissingCloseBracketOnIndex, "missing-close-bracket-on-index", Syntax, "Missing close bracket on index";
    MissingCloseBracketOnSplatIndex, "missing-close-bracket-on-splat-index", Syntax, "Missing close bracket on splat index";
    MissingClosingParenthesis, "missing-closing-parenthesis", Syntax, "Missing closing parenthesis";
    MissingDynamicContentBlock, "missing-dynamic-content-block", Data, "Missing dynamic content block";
    MissingExpression, "missing-expression", Syntax, "Missing expression";
    MissingFalseExpressionInConditional, "missing-false-expression-in-conditional", Syntax, "Missing false expression in conditional";
    MissingFunctionName, "missing-function-name", Syntax, "Missing function name";
    MissingItemSeparator, "missing-item-separator", Syntax, "Missing item separator";
    MissingJsonValue, "missing-json-value", Syntax, "Missing JSON value";
    MissingKeyValueSeparator, "missing-key-value-separator", Syntax, "Missing key/value separator";
    MissingLabel, "missing-label", Data, "Missing label";
    MissingLabelNames, "missing-label-names", Data, "Missing label names";
    MissingMapElement, "missing-map-element", Evaluation, "Missing map element";
    MissingNewlineAfterArgument, "missing-newline-after-argument", Syntax, "Missing newline after argument";
    MissingNewlineAfterBlockDefinition, "missing-newline-after-block-definition", Syntax, "Missing newline after block definition";
    MissingObjectValue, "missing-object-value", Syntax, "Missing object value";
    MissingOpenParenthesis, "missing-open-parenthesis", Syntax, "Missing open parenthesis";
    MissingPropertyValueColon, "missing-property-value-colon", Syntax, "Missing property value colon";
    MissingRequiredArgument, "missing-required-argument", Data, "Missing required argument";
    MissingSpecArgument, "missing-spec-argument", Data, "Missing argument in spec";
    MissingSpecBlock, "missing-spec-block", Data, "Missing spec block";
    MissingValue, "missing-value", Syntax, "Missing value";
    MovedToNowhere, "moved-to-nowhere", Data, "Moved to nowhere";
    NestedSplatExpressionNotAllowed, "nested-splat-expression-not-allowed", Syntax, "Nested splat expression not allowed";
    NestingTooDeep, "nesting-too-deep", Limit, "Nesting too deep";
    NoBodyLeft, "no-body-left", Data, "No body left";
    NoValue, "no-value", Data, "No value";
    NotAPartOfASource, "not-a-part-of-a-source", Data, "Not a part of a source";
    NotAPartOfThisSource, "not-a-part-of-this-source", Data, "Not a part of this source";
    NotEnoughFunctionArguments, "not-enough-function-arguments", Evaluation, "Not enough function arguments";
    NotEvaluated, "not-evaluated", Evaluation, "Not evaluated";
    NotOneBlock, "not-one-block", Data, "Not one block";
    NullCondition, "null-condition", Evaluation, "Null condition";
    NullValueAsKey, "null-value-as-key", Evaluation, "Null value as key";
    NumberOutOfRange, "number-out-of-range", Data, "Number out of range";
    NumberWithTooManyDigits, "number-with-too-many-digits", Data, "Number with too many digits";
    OperationFailed, "operation-failed", Evaluation, "Operation failed";
    RepeatedKey, "repeated-key", Data, "Repeated key";
    RepeatedLabel, "repeated-label", Data, "Repeated label";
    RepeatedName, "repeated-name", Data, "Repeated name";
    ReservedName, "reserved-name", Data, "Reserved name";
    RootValueMustBeObject, "root-value-must-be-object", Syntax, "Root value must be object";
    SeveralSources, "several-sources", Data, "Several sources";
    SourceTooLarge, "source-too-large", Limit, "Source too large";
    SplatOfNullValue, "splat-of-null-value", Evaluation, "Splat of null value";
    TemplateRequired, "template-required", Data, "Template required";
    TooFewBlocks, "too-few-blocks", Data, "Insufficient blocks";
    TooManyBlocks, "too-many-blocks", Data, "Too many blocks";
    TooManyFunctionArguments, "too-many-function-arguments", Evaluation, "Too many function arguments";
    TooManyGeneratedBlocks, "too-many-generated-blocks", Limit, "Too many generated blocks";
    TrailingCommaInArray, "trailing-comma-in-array", Syntax, "Trailing comma in array";
    TrailingCommaInObject, "trailing-comma-in-object", Syntax, "Trailing comma in object";
    UnbalancedParentheses, "unbalanced-parentheses", Syntax, "Unbalanced parentheses";
    UnclosedArray, "unclosed-array", Syntax, "Unclosed array";
    UnclosedConfigurationBlock, "unclosed-configuration-block", Syntax, "Unclosed configuration block";
    UnclosedObject, "unclosed-object", Syntax, "Unclosed object";
    UnclosedTemplateInterpolationSequence, "unclosed-template-interpolation-sequence", Syntax, "Unclosed template interpolation sequence";
    UndeclaredName, "undeclared-name", Data, "Undeclared name";
    UnexpectedBlock, "unexpected-block", Data, "Unexpected block";
    UnexpectedCommaAfterArgument, "unexpected-comma-after-argument", Syntax, "Unexpected comma after argument";
    UnexpectedElseDirective, "unexpected-else-directive", Syntax, "Unexpected else directive";
    UnexpectedEndOfTemplate, "unexpected-end-of-template", Syntax, "Unexpected end of template";
    UnexpectedEndforDirective, "unexpected-endfor-directive", Syntax, "Unexpected endfor directive";
    UnexpectedEndifDirective, "unexpected-endif-directive", Syntax, "Unexpected endif directive";
    UnknownName, "unknown-name", Evaluation, "Unknown name";
    UnknownOperator, "unknown-operator", Syntax, "Unknown operator";
    UnknownSetting, "unknown-setting", Data, "Unknown setting";
    UnknownTemplateResult, "unknown-template-result", Evaluation, "Unknown template result";
    UnknownValue, "unknown-value", Evaluation, "Unknown value";
    UnknownVariable, "unknown-variable", Evaluation, "Unknown variable";
    UnsuitableBlock, "unsuitable-block", Data, "Unsuitable block";
    UnsuitableLabel, "unsuitable-label", Data, "Unsuitable label";
    UnsuitableMapKey, "unsuitable-map-key", Data, "Unsuitable map key";
    UnsuitableReference, "unsuitable-reference", Evaluation, "Unsuitable reference";
    UnsuitableText, "unsuitable-text", Syntax, "Unsuitable text";
    UnsuitableValueType, "unsuitable-value-type", Data, "Unsuitable value type";
    UnsupportedArgument, "unsupported-argument", Data, "Unsupported argument";
    UnsupportedAttribute, "unsupported-attribute", Evaluation, "Unsupported attribute";
    UnsupportedBlockType, "unsupported-block-type", Data, "Unsupported block type";
    UnsupportedOperator, "unsupported-operator", Syntax, "Unsupported operator";
    UnsupportedSyntax, "unsupported-syntax", Data, "Unsupported syntax";
    UnsupportedValue, "unsupported-value", Data, "Unsupported value";
    UnterminatedComment, "unterminated-comment", Syntax, "Unterminated comment";
    UnterminatedFunctionCall, "unterminated-function-call", Syntax, "Unterminated function call";
    UnterminatedObjectConstructorExpression, "unterminated-object-constructor-expression", Syntax, "Unterminated object constructor expression";
    UnterminatedStringLiteral, "unterminated-string-literal", Syntax, "Unterminated string literal";
    UnterminatedTemplateString, "unterminated-template-string", Syntax, "Unterminated template string";
    UnterminatedTupleConstructorExpression, "unterminated-tuple-constructor-expression", Syntax, "Unterminated tuple constructor expression";
    VariablesNotAllowed, "variables-not-allowed", Evaluation, "Variables not allowed";
    WholeNumberRequired, "whole-number-required", Data, "Whole number required";
    WrongNumberOfElements, "wrong-number-of-elements", Data, "Wrong number of elements";
}
