//! The example server answers hostile requests, and lives on.

use std::fmt::Write as _;
use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::thread;

#[allow(dead_code, reason = "`main` is not run")]
#[path = "../../examples/server.rs"]
mod example;

const GOOD: &str =
    "name = \"shop\"\nroute \"api\" {\n  path = \"/api\"\n  upstream = [\"a.${domain}\"]\n}\n";

/// Returns text that is nested this deep in brackets.
fn nested(open: &str, inner: &str, close: &str, depth: usize) -> String {
    format!("{}{inner}{}", open.repeat(depth), close.repeat(depth))
}

/// Returns hostile configurations, each with the name of its file and the expected status of the answer.
#[expect(clippy::too_many_lines, reason = "it is one table of cases")]
fn hostile() -> Vec<(&'static str, Vec<u8>, u16)> {
    const DEEP: usize = 20_000;
    let attribute = |value: &str| format!("name = {value}\n");
    let list = "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]";
    let texts = [
        // Nesting.
        ("a.hcl", attribute(&nested("(", "1", ")", DEEP)), 413),
        ("a.hcl", attribute(&nested("[", "", "]", DEEP)), 413),
        ("a.hcl", attribute(&nested("{a=", "1", "}", DEEP)), 413),
        ("a.hcl", attribute(&nested("\"${", "1", "}\"", DEEP)), 413),
        ("a.hcl", attribute(&nested("f(", "", ")", DEEP)), 413),
        (
            "a.hcl",
            attribute(&nested("[for x in ", "[]", " : x]", DEEP)),
            413,
        ),
        ("a.hcl", attribute(&nested("a[", "0", "]", DEEP)), 413),
        (
            "a.hcl",
            attribute(&format!("{}true", "!".repeat(DEEP))),
            413,
        ),
        ("a.hcl", attribute(&format!("{}1", "-".repeat(DEEP))), 413),
        ("a.hcl", nested("route {\n", "", "}\n", DEEP), 413),
        (
            "a.hcl",
            attribute(&format!(
                "<<E\n{}E",
                nested("%{if true}", "x", "%{endif}", DEEP)
            )),
            413,
        ),
        (
            "a.hcl",
            format!("route {}{{\n}}\n", "\"a\" ".repeat(DEEP)),
            422,
        ),
        ("a.json", nested("[", "", "]", DEEP), 413),
        ("a.json", nested("{\"route\":", "1", "}", DEEP), 413),
        (
            "a.json",
            format!("{{\"name\":\"${{{}}}\"}}", nested("(", "1", ")", DEEP)),
            413,
        ),
        // Chains.
        (
            "a.hcl",
            attribute(&format!("1{}", " + 1".repeat(DEEP))),
            413,
        ),
        (
            "a.hcl",
            attribute(&format!("domain{}", ".a".repeat(DEEP))),
            413,
        ),
        (
            "a.hcl",
            attribute(&format!("{}1", "true ? 1 : ".repeat(20_000))),
            413,
        ),
        (
            "a.hcl",
            attribute(&format!("domain{}", "[*]".repeat(DEEP))),
            413,
        ),
        // Input that multiplies.
        (
            "a.hcl",
            attribute(&format!(
                "[for a in {list} : [for b in {list} : [for c in {list} : [for d in {list} : [for e in {list} : \
                 [for f in {list} : a]]]]]]"
            )),
            413,
        ),
        (
            "a.hcl",
            attribute(&format!(
                "\"{}x{}\"",
                format!("%{{ for a in {list} }}").repeat(9),
                "%{ endfor }".repeat(9)
            )),
            413,
        ),
        (
            "a.hcl",
            attribute(&nested("quote(quote(", "domain", "))", 30)),
            200,
        ),
        (
            "a.json",
            format!(
                "{{\"name\":\"{}x{}\"}}",
                format!("%{{ for a in {list} }}").repeat(9),
                "%{ endfor }".repeat(9)
            ),
            413,
        ),
        // Numbers.
        ("a.hcl", attribute("1e999999999"), 422),
        ("a.hcl", attribute("1e-999999999"), 422),
        ("a.hcl", attribute(&"9".repeat(100_000)), 422),
        ("a.hcl", attribute("1 / 0"), 200),
        ("a.json", "{\"name\": 1e999999999}".to_owned(), 422),
        // Constructs without an end or without a beginning.
        ("a.hcl", attribute("\"open"), 422),
        ("a.hcl", attribute("<<END\nno end"), 422),
        ("a.hcl", "/* open".to_owned(), 422),
        ("a.hcl", "route {".to_owned(), 422),
        ("a.hcl", "}".repeat(100_000), 422),
        ("a.json", "{\"name\":".to_owned(), 422),
        // Large numbers of items.
        ("a.hcl", "x = 1\n".repeat(10_000), 422),
        (
            "a.hcl",
            (0..5_000)
                .map(|at| format!("x{at} = y{at}\n"))
                .collect::<Vec<_>>()
                .concat(),
            422,
        ),
        ("a.hcl", "= ".repeat(30_000), 422),
        ("a.hcl", "route \"a\" {}\n".repeat(5_000), 422),
        (
            "a.json",
            format!("{{{}\"name\":1}}", "\"name\":1,".repeat(10_000)),
            422,
        ),
        // Unusual characters.
        ("a.hcl", "\0".repeat(1_000), 422),
        (
            "a.hcl",
            attribute(&format!("\"{}\"", "\u{fdfa}e\u{301}".repeat(5_000))),
            200,
        ),
        ("a.hcl", format!("\u{feff}\u{202e}{}", attribute("1")), 422),
        // Undefined names, and functions that would read files.
        ("a.hcl", attribute("file(\"/etc/passwd\")"), 422),
        // Sources that are too long.
        ("a.hcl", "\n".repeat(2 << 20), 413),
    ];
    let mut all: Vec<_> = texts
        .map(|(name, text, status)| (name, text.into_bytes(), status))
        .into();
    all.push(("a.hcl", b"name = \"\xff\xfe\"\n".to_vec(), 422));
    all
}

/// Sends bytes, and reads the whole answer.
fn send(address: SocketAddr, request: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).expect("the server listens");
    // If a request is too long, the server may answer and close the connection before it has read all of it.
    let _ = stream.write_all(request);
    let _ = stream.shutdown(Shutdown::Write);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8(answer).expect("the answer is UTF-8")
}

fn post(address: SocketAddr, name: &str, body: &[u8]) -> String {
    let head = format!(
        "POST /{name} HTTP/1.1\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    send(address, &[head.as_bytes(), body].concat())
}

#[test]
fn hostile_configurations_get_an_answer() {
    let options = example::options();
    let hostile = hostile();
    assert_eq!(hostile.len(), 45);
    let mut wrong = String::new();
    for (index, (name, body, status)) in hostile.iter().enumerate() {
        let (given, text) = example::check(&options, name, &body[..]);
        if given != *status || text.len() > 100_000 {
            let start = String::from_utf8_lossy(&body[..body.len().min(60)]);
            let report: String = text.chars().take(1_000).collect();
            writeln!(
                wrong,
                "{index}: {start}: {given} instead of {status}\n{report}"
            )
            .unwrap();
        }
    }
    assert_eq!(wrong, "");
}

#[test]
fn the_server_lives_on() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("there is a free port");
    let address = listener.local_addr().expect("it has an address");
    thread::spawn(move || example::serve(&listener, &example::options()));
    for request in [
        "",
        "GET / HTTP/1.1\r\n\r\n",
        "POST / HTTP/1.1\r\n\r\n",
        "POST /a.hcl HTTP/1.1\r\nContent-Length: 1e9\r\n\r\n",
        "POST /a.hcl HTTP/1.1\r\nContent-Length: 1000\r\n\r\nname",
        &"A".repeat(20_000),
    ] {
        send(address, request.as_bytes());
    }
    for (name, body, _) in hostile().iter().filter(|(_, body, _)| body.len() < 10_000) {
        let answer = post(address, name, body);
        assert!(answer.starts_with("HTTP/1.1 "), "{answer}");
    }
    let answer = post(address, "site.hcl", GOOD.as_bytes());
    assert!(
        answer.contains("api: /api to 1 upstreams, 0 headers"),
        "{answer}"
    );
}
