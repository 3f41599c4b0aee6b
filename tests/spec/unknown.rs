//! Values of parts that cannot be decoded.

use hcl::{EvalContext, Spec, Type};

use super::port;

/// The value has the implied type even if it could not be decoded.
#[test]
fn values_have_the_implied_type_after_errors() {
    let length = hcl::function::stdlib::length;
    let nested = || Spec::transform_with(Spec::block_list("a", .., port()), length());
    let expression = |text: &str| hcl::parse_expression(text).unwrap();
    let ctx = EvalContext::new();
    let objects = "a {\nport = 1\n}\na {\nport = {}\n}\n";
    for (spec, text) in [
        (Spec::block_list("a", .., port()), objects),
        (Spec::block_set("a", .., port()), objects),
        (
            Spec::block_map("a", ["name"], Spec::attr("port", Type::STRING)),
            "a {}\n",
        ),
        (
            Spec::block_map("a", ["name"], port()),
            "a \"x\" {\nport = 1\n}\na \"y\" {\nport = []\n}\n",
        ),
        (
            Spec::block_attrs("a", Type::DYNAMIC),
            "a {\nb = 1\nc = {}\n}\n",
        ),
        (nested(), objects),
        (Spec::transform_with(port(), length()), "port = 1\n"),
        (
            Spec::transform(nested(), expression("[nested]"), &ctx),
            objects,
        ),
        (
            Spec::transform(port(), expression("nested < 1"), &ctx),
            "port = []\n",
        ),
    ] {
        let decoded = spec.decode(&hcl::parse(text).unwrap(), &ctx);
        assert!(!decoded.diagnostics.is_empty(), "{text}");
        let (ty, implied) = (decoded.value.ty(), spec.implied_type());
        assert!(ty.matches(&implied), "{ty} is not {implied}: {text}");
    }
}
