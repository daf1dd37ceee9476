//! Stand-in.
use worker::{Context, Env, Method, Request, Response, Result, event};

/// Answers health, accounts and the token check with made-up JSON.
///
/// # Errors
/// When a response can't be built.
#[event(fetch)]
pub async fn fetch(req: Request, env: Env, _ctx: Context) -> Result<Response> {
    let url = req.url()?;
    worker::console_log!(
        "{{\"path\":\"{}\",\"scheme\":\"{}\",\"host\":\"{:?}\"}}",
        url.path(),
        url.scheme(),
        req.headers().get("host")
    );
    match (req.method(), url.path()) {
        (Method::Get, "/api/v1/health") => Response::ok(r#"{"status":"healthy","version":"v1"}"#),
        (Method::Get, "/api/v1/account") => {
            Response::ok(r#"{"success":true,"data":{"balance":{"current":1000000}}}"#)
        }
        (Method::Post, "/operator/v1/accounts") => {
            Ok(Response::ok(r#"{"success":true,"data":{"token":"postern_live_x"}}"#)?.with_status(201))
        }
        (_, path) if path.starts_with("/api/") => Response::error("not found", 404),
        _ => env.assets("ASSETS")?.fetch_request(req).await,
    }
}
