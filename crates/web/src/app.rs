//! The router: the API under `/api/v1`, the page everywhere else, and headers on everything.

use std::sync::Arc;

use axum::{
    Router,
    extract::{Request, State},
    http::{HeaderValue, Method, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
};

use crate::{Jobs, Settings, api, api::atlas::Shelf, assets::Assets, error::Error, response};

/// What every request can reach.
#[derive(Debug)]
pub struct App {
    /// The work.
    pub jobs: Arc<Jobs>,
    pub(crate) settings: Settings,
    pub(crate) shelf: Shelf,
    assets: Assets,
}

pub(crate) type Shared = Arc<App>;

/// The whole app, and what it shares between requests.
pub fn app(settings: Settings) -> (Router, Arc<App>) {
    let assets = Assets::new(settings.page.clone());
    let shared = Arc::new(App { jobs: Jobs::new(&settings), settings, shelf: Shelf::default(), assets });
    let api = api::router()
        .fallback(|request: Request| async move { Error::not_found(request.uri().path()) })
        .method_not_allowed_fallback(|method: Method| async move {
            ([(header::ALLOW, "GET, HEAD, POST")], Error::method(method.as_str(), "GET or POST"))
        });
    let router = Router::new()
        .nest("/api/v1", api)
        .fallback(page)
        .layer(middleware::from_fn(response::compress))
        .layer(middleware::from_fn(guard))
        .with_state(Arc::clone(&shared));
    (router, shared)
}

/// A file of the page.
async fn page(State(app): State<Shared>, request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return ([(header::ALLOW, "GET, HEAD")], Error::method(request.method().as_str(), "GET"))
            .into_response();
    }
    let path = request.uri().path();
    app.assets.answer(path, request.headers()).unwrap_or_else(|| Error::not_found(path).into_response())
}

/// Headers that keep a browser from guessing, framing and telling.
async fn guard(request: Request, next: Next) -> Response {
    let mut answer = next.run(request).await;
    let headers = answer.headers_mut();
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers
        .entry(header::CONTENT_SECURITY_POLICY)
        .or_insert(HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'"));
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("same-origin"));
    answer
}
