//! Diagnostics of grammar errors: valid tokens in an invalid order.

use std::fmt::Write as _;

use super::context::{Construct, Phase};
use super::hint::{self, with_hint};
use super::site::Site;
use crate::diagnostic::{Code, Diagnostic};
use crate::quote::shortened;
use crate::syntax::lexer::Token;

const REQUIRED: Code = Code::ArgumentOrBlockDefinitionRequired;

/// Says what was expected at a site and what was found.
pub(super) fn explain(site: &Site<'_>) -> Diagnostic {
    let top = site.top;
    match top.kind {
        Construct::Item if top.phase != Phase::Value => return item(site),
        Construct::Block if top.phase == Phase::Start => return block_start(site),
        Construct::Template
        | Construct::IfBranch
        | Construct::ElseBranch
        | Construct::ForBranch => {
            return template(site);
        }
        Construct::Source if is_end_of_directive(site.token()) => return template(site),
        Construct::ForTuple | Construct::ForObject | Construct::ForDirective
            if top.phase == Phase::Start =>
        {
            return for_names(site);
        }
        _ => {}
    }
    if let Some(diagnostic) = access(site) {
        return diagnostic;
    }
    if site.expects_operand() {
        return operand_expected(site);
    }
    if top.conditionals > 0 {
        let detail = format!(
            "The conditional operator (… ? … : …) needs a colon and a second result, but found {}.",
            site.found()
        );
        return site.here(Code::MissingFalseExpressionInConditional, detail);
    }
    after_expression(site)
}

/// The diagnostic for a quoted name where an item begins.
fn quoted_name(site: &Site<'_>) -> Diagnostic {
    let mut detail =
        "The name of an argument and the type of a block must not be quoted. Remove the quotes."
            .to_owned();
    advise_object(site, &mut detail);
    site.here(Code::InvalidArgumentName, detail)
}

/// Adds advice to the message about a quoted name: in a block without labels, the names may be meant as the keys of an
/// object.
fn advise_object(site: &Site<'_>, detail: &mut String) {
    if let Some(name) = site.lexemes.unlabelled_block_around(site.at) {
        let name = site.text(name);
        let _ = write!(
            detail,
            " To use keys with arbitrary characters, write {name} = {{ with an equals sign."
        );
    }
}

/// The diagnostic of a body item, before its value or its opening brace, or after its closing brace.
fn item(site: &Site<'_>) -> Diagnostic {
    if site.top.phase == Phase::Closed {
        let detail = format!(
            "A block must end with a newline after its closing brace, but found {}.",
            site.found()
        );
        return site.here(Code::MissingNewlineAfterBlockDefinition, detail);
    }
    if site.at == site.item {
        return match site.token() {
            Token::QuotedLiteral | Token::QuoteOpen => quoted_name(site),
            _ => {
                let found = site.found();
                let detail = format!("An argument or block is expected here, but found {found}.");
                site.here(REQUIRED, with_hint(detail, hint::item_start(site)))
            }
        };
    }
    if site.at == site.item + 1 {
        let name = shortened(site.text(site.span(site.item))).into_owned();
        let detail = format!(
            "The name \"{name}\" must be followed by \"=\" and a value, to set an argument, or by a brace (\"{{\"), \
             to open a block, but found {}.",
            site.found()
        );
        return site.at_token(
            site.item,
            REQUIRED,
            with_hint(detail, hint::after_name(site)),
        );
    }
    block_header(site)
}

/// The diagnostic after the labels of a block.
fn block_header(site: &Site<'_>) -> Diagnostic {
    let found = site.found();
    let detail = match site.token() {
        Token::Equal => String::from(
            "A block takes no equals sign. To open the block, write \"{\" after its labels; to \
             set an argument, write its name alone before \"=\".",
        ),
        Token::Newline if !site.at_end() => String::from(
            "The opening brace (\"{\") of a block must be on the same line as its type and its \
             labels. To set an argument instead, write \"=\" after its name.",
        ),
        _ => format!(
            "A block label or an opening brace (\"{{\") is expected here, but found {found}."
        ),
    };
    site.here(Code::InvalidBlockDefinition, detail)
}

/// The diagnostic directly after the opening brace of a block.
fn block_start(site: &Site<'_>) -> Diagnostic {
    let mut detail = format!(
        "The opening brace must be followed by a newline, a single argument or the closing brace, \
         but found {}.",
        site.found()
    );
    if matches!(site.token(), Token::QuotedLiteral | Token::QuoteOpen) {
        advise_object(site, &mut detail);
    }
    if site.token() != Token::Identifier {
        return site.here(REQUIRED, detail);
    }
    let next = site.lexeme(site.at + 1).token;
    if !matches!(
        next,
        Token::BlockOpen | Token::Identifier | Token::QuotedLiteral
    ) {
        return site.here(REQUIRED, detail);
    }
    let name = site.text(site.span(site.at)).to_owned();
    let detail = format!(
        "A block on one line can hold a single argument. To set \"{name}\", write \"=\" after it; \
         for a nested block, put each of the two blocks on lines of its own.",
    );
    let subject = site.span(site.at).join(site.span(site.at + 1));
    site.here(Code::ArgumentDefinitionRequired, detail)
        .at(subject)
}

/// The diagnostic after the argument of a block on one line.
fn one_line_end(site: &Site<'_>) -> Diagnostic {
    if site.at_end() {
        let detail = "The file ends before the block is closed. Add its closing brace (\"}\").";
        let diagnostic = site.here(Code::UnclosedConfigurationBlock, detail);
        return diagnostic.at(site.span(site.top.opener));
    }
    let detail = match site.token() {
        Token::Comma => String::from(
            "A block on one line can hold a single argument. For more, put each argument on a line \
             of its own, and no commas between them.",
        ),
        Token::Newline => String::from(
            "A block with an argument on the line of its opening brace must be closed on that \
             line. Put its closing brace there, or the argument on a line of its own.",
        ),
        _ => format!(
            "A block on one line must be closed directly after its single argument, but found {}.",
            site.found()
        ),
    };
    site.here(Code::InvalidSingleArgumentBlockDefinition, detail)
}

/// The diagnostic of a dot without a name after it, or of a namespace without a function.
fn access(site: &Site<'_>) -> Option<Diagnostic> {
    let previous = site.previous();
    if site.token() == Token::Dot && previous.ends_operand() {
        let next = site.lexeme(site.at + 1);
        if next.token == Token::Number {
            let detail = "Only one number may follow the dot of a legacy index. Use the index \
                          operator for each, as in [0][1].";
            return Some(site.at_token(site.at + 1, Code::InvalidLegacyIndexSyntax, detail));
        }
        let detail = "The name of an attribute is expected after the dot.";
        return Some(site.at_token(site.at + 1, Code::InvalidAttributeName, detail));
    }
    if previous == Token::DoubleColon {
        let detail = format!(
            "The name of a function must follow the namespace, but found {}.",
            site.found()
        );
        return Some(site.here(Code::MissingFunctionName, detail));
    }
    let namespace = site.at.checked_sub(2).map(|index| site.lexeme(index).token);
    if previous == Token::Identifier && namespace == Some(Token::DoubleColon) {
        let detail = "Only functions have namespaces: the opening parenthesis of a function call \
                      must follow here.";
        return Some(site.here(Code::MissingOpenParenthesis, detail));
    }
    None
}

/// The diagnostic where an expression must begin.
fn operand_expected(site: &Site<'_>) -> Diagnostic {
    let in_index = site.top.kind == Construct::Index && site.previous() == Token::IndexOpen;
    if in_index && site.is_adjacent() && site.found_text() == "*" {
        let detail = "The star of a full splat must be followed by a closing bracket (\"]\").";
        return site.at_token(site.at + 1, Code::MissingCloseBracketOnSplatIndex, detail);
    }
    let detail = format!(
        "An expression is expected here, but found {}.",
        site.found()
    );
    let code = if site.at_end() {
        Code::MissingExpression
    } else {
        Code::InvalidExpression
    };
    site.here(code, with_hint(detail, hint::operand(site)))
}

/// The diagnostic between `for` and `in`.
fn for_names(site: &Site<'_>) -> Diagnostic {
    let (code, what) = match site.top.kind {
        Construct::ForDirective => (Code::InvalidForDirective, "directive"),
        _ => (Code::InvalidForExpression, "expression"),
    };
    let found = site.found();
    let detail = match site.previous() {
        Token::Comma => format!(
            "The name of the variable for the value must follow the comma of a \"for\" {what}, but \
             found {found}."
        ),
        Token::Identifier => format!(
            "The keyword \"in\" must follow the names of a \"for\" {what}, but found {found}."
        ),
        _ => format!("A name for a variable must follow \"for\", but found {found}."),
    };
    site.here(code, with_hint(detail, hint::for_names(site)))
}

/// The diagnostic after a complete expression.
fn after_expression(site: &Site<'_>) -> Diagnostic {
    let found = site.found();
    match site.top.kind {
        Construct::Parentheses => site.here(
            Code::UnbalancedParentheses,
            format!("A closing parenthesis is expected here, but found {found}."),
        ),
        Construct::Index => site.here(
            Code::MissingCloseBracketOnIndex,
            format!("A closing bracket (\"]\") must end the index, but found {found}."),
        ),
        Construct::FunctionCall => function_call(site),
        Construct::Tuple if site.at_end() => unterminated(
            site,
            Code::UnterminatedTupleConstructorExpression,
            "The list that is opened here",
            "Add its closing bracket (\"]\").",
        ),
        Construct::Tuple => site.here(
            Code::MissingItemSeparator,
            format!(
                "A comma must separate the elements of a list, or \"]\" close it, but found {found}."
            ),
        ),
        Construct::Object => object(site),
        Construct::ForTuple | Construct::ForObject | Construct::ForDirective => for_expression(site),
        Construct::Interpolation | Construct::IfDirective => sequence(site),
        Construct::Source => site.here(
            Code::ExtraCharactersAfterExpression,
            format!("The expression is complete before this, but found {found} after it."),
        ),
        _ => attribute_end(site),
    }
}

/// Whether the token ends the text of a directive.
fn is_end_of_directive(token: Token) -> bool {
    matches!(
        token,
        Token::DirectiveElse | Token::DirectiveEndIf | Token::DirectiveEndFor
    )
}

/// The diagnostic after the value of an attribute.
fn attribute_end(site: &Site<'_>) -> Diagnostic {
    if site.top.kind == Construct::Block {
        return one_line_end(site);
    }
    if site.token() == Token::Comma {
        return site.here(
            Code::UnexpectedCommaAfterArgument,
            "Arguments are separated by newlines, not by commas. Remove the comma.",
        );
    }
    let detail = format!(
        "A newline must end the value of the argument, but found {}.",
        site.found()
    );
    site.here(
        Code::MissingNewlineAfterArgument,
        with_hint(detail, hint::after_value(site)),
    )
}

/// A diagnostic about the opening token of the innermost construct.
fn unterminated(site: &Site<'_>, code: Code, construct: &str, remedy: &str) -> Diagnostic {
    let whole = site.lexemes.whole();
    let detail = format!("{construct} is not closed before the end of the {whole}. {remedy}");
    let opener = site.span(site.top.opener);
    Diagnostic::of(code, detail).at(opener)
}

fn function_call(site: &Site<'_>) -> Diagnostic {
    if site.top.phase == Phase::Grouped {
        return site.at_token(
            site.at - 1,
            Code::MissingClosingParenthesis,
            "The closing parenthesis must follow directly after the \"...\" of the last argument.",
        );
    }
    if site.at_end() {
        let diagnostic = unterminated(
            site,
            Code::UnterminatedFunctionCall,
            "The call that begins here",
            "Add its closing parenthesis.",
        );
        let name = site.span(site.top.opener);
        let parenthesis = site.lexemes.text[name.range().end..].find('(');
        let length = u32::try_from(parenthesis.map_or(0, |at| at + 1)).unwrap_or(0);
        return diagnostic.at(crate::span::Span::new(name.start(), name.end() + length));
    }
    let detail = format!(
        "A comma must separate the arguments of a function, or \")\" close the call, but found {}.",
        site.found()
    );
    site.here(Code::MissingArgumentSeparator, detail)
}

fn object(site: &Site<'_>) -> Diagnostic {
    if site.at_end() {
        return unterminated(
            site,
            Code::UnterminatedObjectConstructorExpression,
            "The object that is opened here",
            "Add its closing brace (\"}\").",
        );
    }
    let found = site.found();
    if site.top.phase == Phase::Value {
        let detail = format!(
            "A newline or a comma must separate the items of an object, but found {found}."
        );
        return site.here(Code::MissingAttributeSeparator, detail);
    }
    match site.token() {
        Token::Newline | Token::Comma | Token::BraceClose => site.here(
            Code::MissingAttributeValue,
            format!("An equals sign (\"=\") and a value must follow the key, but found {found}."),
        ),
        _ => site.here(
            Code::MissingKeyValueSeparator,
            with_hint(
                format!("An equals sign (\"=\") must follow the key, but found {found}."),
                hint::after_key(site),
            ),
        ),
    }
}

fn for_expression(site: &Site<'_>) -> Diagnostic {
    const INVALID_FOR: Code = Code::InvalidForExpression;
    let found = site.found();
    let is_object = site.top.kind == Construct::ForObject;
    if site.top.kind == Construct::ForDirective {
        return site.here(
            Code::InvalidForDirective,
            format!("The closing brace must follow the collection, but found {found}."),
        );
    }
    match (site.top.phase, site.token()) {
        (Phase::Collection, _) => site.here(
            INVALID_FOR,
            format!("A colon must follow the collection of a \"for\" expression, but found {found}."),
        ),
        (Phase::Value, Token::Arrow) => site
            .here(
                INVALID_FOR,
                "A \"for\" expression in brackets makes a list, which has no keys. Remove the key \
                 and the \"=>\", or use braces.",
            )
            .at(site.part_span()),
        (Phase::Value, Token::Ellipsis) if !is_object => site.here(
            INVALID_FOR,
            "The grouping \"...\" is for \"for\" expressions in braces, which make an object.",
        ),
        (Phase::Value, _) if is_object => site
            .here(
                INVALID_FOR,
                format!(
                    "A \"for\" expression in braces makes an object: \"=>\" and a value must follow \
                     the key, but found {found}."
                ),
            )
            .at(site.part_span()),
        _ => site.here(
            INVALID_FOR,
            format!(
                "The \"for\" expression is complete: its closing bracket is expected here, but \
                 found {found}."
            ),
        ),
    }
}

/// The diagnostic after the expression of an interpolation or an `if` directive.
fn sequence(site: &Site<'_>) -> Diagnostic {
    if site.at_end() {
        return unterminated(
            site,
            Code::UnclosedTemplateInterpolationSequence,
            "The template sequence that is opened here",
            "Add its closing brace (\"}\").",
        );
    }
    let detail = format!(
        "A closing brace (\"}}\") must end the template sequence, but found {}.",
        site.found()
    );
    site.here(Code::ExtraCharactersAfterInterpolationExpression, detail)
}

/// The diagnostic for a directive or an end that does not match the open constructs of a template.
fn template(site: &Site<'_>) -> Diagnostic {
    let (opened, needs) = match site.top.kind {
        Construct::IfBranch => ("an \"if\" directive", "\"endif\" or \"else\""),
        Construct::ElseBranch => ("an \"if\" directive", "\"endif\""),
        Construct::ForBranch => ("a \"for\" directive", "\"endfor\""),
        _ => ("no directive", ""),
    };
    let code = match site.token() {
        Token::DirectiveElse => Code::UnexpectedElseDirective,
        Token::DirectiveEndIf => Code::UnexpectedEndifDirective,
        Token::DirectiveEndFor => Code::UnexpectedEndforDirective,
        _ if site.at_end() && site.top.kind == Construct::Template => {
            Code::UnterminatedTemplateString
        }
        _ => Code::UnexpectedEndOfTemplate,
    };
    let detail = if needs.is_empty() {
        format!(
            "Here, {} belongs to {opened}. Remove it, or add the directive that it ends or continues.",
            site.found()
        )
    } else {
        format!(
            "While {opened} is open, {needs} must come first, but found {}.",
            site.found()
        )
    };
    site.here(code, detail)
}
