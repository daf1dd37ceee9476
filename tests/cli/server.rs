//! A server that speaks the operator's contract, as far as the command line needs it.

use postern::posts::post::line;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

/// The secret that the server takes.
pub(crate) const SECRET: &str = "an-operator-secret-of-over-32-characters";

/// A request as it came.
#[derive(Debug, Clone)]
pub(crate) struct Request {
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) headers: HashMap<String, String>,
    pub(crate) body: String,
}

/// An answer to be sent: status, headers and body, which is sent as it is where it is a text.
pub(crate) type Reply = (u16, Vec<(&'static str, String)>, Value);

/// A running server. Its thread ends with the process.
pub(crate) struct Server {
    pub(crate) url: String,
    requests: Arc<Mutex<Vec<Request>>>,
}

impl Server {
    /// A server that answers as it is told.
    pub(crate) fn answering(mut handler: impl FnMut(&Request) -> Reply + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let requests = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&requests);
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                serve(stream, &seen, &mut handler);
            }
        });
        Self { url, requests }
    }

    /// A server that keeps posts, and refuses those of the author `refused`.
    pub(crate) fn keeping_posts() -> Self {
        let mut posts = HashMap::new();
        Self::answering(move |request| keep(request, &mut posts))
    }

    /// What was asked so far.
    pub(crate) fn requests(&self) -> Vec<Request> {
        self.requests.lock().unwrap().clone()
    }

    /// Every line that was sent, parsed.
    pub(crate) fn lines(&self) -> Vec<Value> {
        let bodies = self.requests().into_iter().map(|request| request.body);
        bodies
            .flat_map(|body| body.lines().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<_>>())
            .collect()
    }
}

/// A good answer.
#[expect(clippy::needless_pass_by_value, reason = "it is written in place, as an answer is")]
pub(crate) fn data(data: Value) -> Reply {
    (200, vec![], json!({"success": true, "data": data}))
}

/// A refusal.
pub(crate) fn error(status: u16, code: &str, message: &str) -> Reply {
    let error = json!({"code": code, "message": message, "request_id": "r1"});
    (status, vec![], json!({"success": false, "error": error}))
}

fn keep(request: &Request, posts: &mut HashMap<String, String>) -> Reply {
    if request.headers.get("authorization") != Some(&format!("Bearer {SECRET}")) {
        return error(401, "INVALID_OPERATOR_SECRET", "the operator secret is not right");
    }
    if let Some(query) = request.path.strip_prefix("/operator/v1/posts?") {
        return stored(query, posts);
    }
    assert_eq!((request.method.as_str(), request.path.as_str()), ("POST", "/operator/v1/posts"));
    assert_eq!(request.headers.get("content-type").map(String::as_str), Some("application/x-ndjson"));
    let (mut inserted, mut updated, mut unchanged, mut rejected) = (0, 0, 0, Vec::new());
    for (index, text) in request.body.lines().enumerate() {
        let post = match line::parse(text.as_bytes()) {
            Ok(post) if post.author.username == "refused" => Err(("TOO_LONG", "no room".to_owned())),
            Ok(post) => Ok(post),
            Err(rejection) => Err((rejection.code.name(), rejection.message)),
        };
        match post {
            Err((code, message)) => {
                rejected.push(json!({"line": index + 1, "code": code, "message": message}));
            }
            Ok(post) => match posts.insert(post.platform_post_id, text.to_owned()) {
                None => inserted += 1,
                Some(before) if before == text => unchanged += 1,
                Some(_) => updated += 1,
            },
        }
    }
    let received = inserted + updated + unchanged + rejected.len();
    data(json!({"received": received, "inserted": inserted, "updated": updated, "unchanged": unchanged,
        "erased": 0, "rejected": rejected}))
}

/// The posts of an author, two a page: what an import asks for.
fn stored(query: &str, posts: &HashMap<String, String>) -> Reply {
    let values: HashMap<&str, &str> = query.split('&').filter_map(|pair| pair.split_once('=')).collect();
    assert_eq!((values["limit"], values["platform"]), ("1000", "linkedin"), "{query}");
    let of_author = |line: &&String| {
        line::parse(line.as_bytes()).is_ok_and(|post| post.author.username == values["username"])
    };
    let mut lines: Vec<&String> = posts.values().filter(of_author).collect();
    lines.sort();
    let from: usize = values.get("cursor").map_or(0, |cursor| cursor.parse().unwrap());
    let page: String = lines.iter().skip(from).take(2).flat_map(|line| [line.as_str(), "\n"]).collect();
    let more = lines.len() > from + 2;
    let mut headers = vec![("Content-Type", "application/x-ndjson".to_owned())];
    headers.extend(more.then(|| ("X-Next-Cursor", (from + 2).to_string())));
    (200, headers, Value::String(page))
}

fn serve(stream: TcpStream, seen: &Mutex<Vec<Request>>, handler: &mut impl FnMut(&Request) -> Reply) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let Some(request) = read(&mut reader) else { return };
    seen.lock().unwrap().push(request.clone());
    let (status, headers, body) = handler(&request);
    let body = if let Value::String(text) = body { text } else { body.to_string() };
    let mut head = format!("HTTP/1.1 {status} X\r\nContent-Length: {}\r\nConnection: close\r\n", body.len());
    for (name, value) in headers {
        head.extend([name, ": ", &value, "\r\n"]);
    }
    let mut stream = stream;
    let _ = stream.write_all(format!("{head}\r\n{body}").as_bytes());
}

fn read(reader: &mut impl BufRead) -> Option<Request> {
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let mut words = line.split_whitespace();
    let (method, path) = (words.next()?.to_owned(), words.next()?.to_owned());
    let mut headers = HashMap::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        headers.insert(name.to_ascii_lowercase(), value.trim().to_owned());
    }
    let length = headers.get("content-length").map_or(0, |length| length.parse().unwrap());
    let mut body = vec![0; length];
    std::io::Read::read_exact(reader, &mut body).ok()?;
    Some(Request { method, path, headers, body: String::from_utf8(body).unwrap() })
}
