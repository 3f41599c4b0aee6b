//! A server, built on the standard library alone, that checks untrusted configurations:
//!
//! ```text
//! cargo run --example server [ADDRESS]
//! curl --data-binary @site.hcl localhost:8080/site.hcl
//! ```
//!
//! Each thread answers one request at a time. `DecodeOptions::untrusted` and `EvalContext::untrusted` limit the cost of
//! a request; reading the request has limits of its own.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it is a command")]

use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use hcl::function::{Function, Parameter};
use hcl::{Category, DecodeOptions, EvalContext, Syntax, Type, Value};
use serde::Deserialize;

/// Number of requests that are answered at the same time.
const THREADS: usize = 4;
/// Time to wait for the next bytes of a request.
const TIMEOUT: Duration = Duration::from_secs(5);
/// Maximum size of a request before its body, in bytes.
const MAX_HEAD: u64 = 8 * 1024;

/// The configuration that clients may send.
#[derive(Debug, Deserialize)]
pub(crate) struct Site {
    name: String,
    #[serde(default)]
    route: BTreeMap<String, Route>,
}

/// A labelled block.
#[derive(Debug, Deserialize)]
pub(crate) struct Route {
    path: String,
    upstream: Vec<String>,
    #[serde(default)]
    headers: BTreeMap<String, String>,
}

/// Returns the options for every request: the limits, one variable and one function.
pub(crate) fn options() -> DecodeOptions {
    let quote = Function::new(Type::STRING, |args| {
        Ok(Value::from(format!(
            "\"{}\"",
            args[0].as_str().unwrap_or_default()
        )))
    });
    let ctx = EvalContext::untrusted()
        .with_variable("domain", "example.com")
        .with_function(
            "quote",
            quote.with_parameter(Parameter::new("text", Type::STRING)),
        );
    DecodeOptions::untrusted().with_context(ctx)
}

/// Returns the status and the text of the answer to a configuration.
pub(crate) fn check(options: &DecodeOptions, name: &str, body: impl Read) -> (u16, String) {
    let options = options
        .clone()
        .with_filename(name)
        .with_syntax(Syntax::of_path(name));
    match options.from_reader::<_, Site>(body) {
        Ok(Site { name, route }) => {
            let routes = route.iter().map(|(label, route)| {
                let Route {
                    path,
                    upstream,
                    headers,
                } = route;
                format!(
                    "{label}: {path} to {} upstreams, {} headers\n",
                    upstream.len(),
                    headers.len()
                )
            });
            (
                200,
                format!("{name} is correct\n{}", routes.collect::<String>()),
            )
        }
        Err(error) => {
            let status = match error.classify() {
                Category::Io => 400,
                Category::Limit => 413,
                _ => 422,
            };
            (status, format!("{error}\n"))
        }
    }
}

/// Answers the requests of a listener, forever.
pub(crate) fn serve(listener: &TcpListener, options: &DecodeOptions) {
    for stream in listener.incoming() {
        // The server continues if a client hangs up.
        if let Err(error) = stream.and_then(|stream| answer(&stream, options)) {
            eprintln!("{error}");
        }
    }
}

/// Reads and answers a request: `POST /NAME`, `Content-Length`, the configuration.
fn answer(stream: &TcpStream, options: &DecodeOptions) -> io::Result<()> {
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.set_write_timeout(Some(TIMEOUT))?;
    let mut reader = BufReader::new(stream);
    let mut head = reader.by_ref().take(MAX_HEAD);
    let mut line = String::new();
    head.read_line(&mut line)?;
    let name = match line.split(' ').collect::<Vec<_>>()[..] {
        ["POST", path, _] => path.trim_start_matches('/').to_owned(),
        _ => return write(stream, 405, "Send a configuration with POST.\n"),
    };
    let mut length: Option<u64> = None;
    loop {
        line.clear();
        head.read_line(&mut line)?;
        let field = line.trim_end();
        if field.is_empty() {
            break;
        }
        if let Some((key, value)) = field.split_once(':')
            && key.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().ok();
        }
    }
    let Some(length) = length else {
        return write(stream, 411, "Content-Length is missing.\n");
    };
    let (status, text) = check(options, &name, reader.take(length));
    write(stream, status, &text)
}

fn write(mut stream: &TcpStream, status: u16, text: &str) -> io::Result<()> {
    let length = text.len();
    write!(
        stream,
        "HTTP/1.1 {status} \r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: {length}\r\n\
         Connection: close\r\n\r\n{text}"
    )
}

fn main() -> ExitCode {
    let address = std::env::args().nth(1);
    let address = address.unwrap_or_else(|| "127.0.0.1:8080".to_owned());
    let listener = match TcpListener::bind(&address) {
        Ok(listener) => listener,
        Err(error) => {
            eprintln!("{address}: {error}");
            return ExitCode::FAILURE;
        }
    };
    println!("waiting at {address}");
    let options = options();
    thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| serve(&listener, &options));
        }
    });
    ExitCode::SUCCESS
}
