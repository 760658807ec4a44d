//! The router: the API under `/api/v1`, the page everywhere else, and headers on everything.

use std::sync::Arc;

use axum::{
    Router,
    extract::{Request, State},
    http::{Method, header},
    middleware,
    response::{IntoResponse, Response},
};

use knights_tour_answer::Limits;

use crate::{
    Jobs, Settings, api,
    assets::Assets,
    bodies::Bodies,
    error::{Error, Unserved},
    guard::guard,
    response,
};

/// What every request can reach.
#[derive(Debug)]
pub struct Service {
    /// The work.
    pub jobs: Arc<Jobs>,
    pub(crate) settings: Settings,
    pub(crate) limits: Limits,
    pub(crate) bodies: Bodies,
    assets: Assets,
}

pub(crate) type Shared = Arc<Service>;

/// The whole app, and what it shares between requests.
pub fn app(settings: Settings) -> (Router, Arc<Service>) {
    let assets = Assets::new(settings.page.clone());
    let shared = Arc::new(Service {
        jobs: Jobs::new(&settings),
        limits: Limits { memory: settings.memory, ..Limits::default() },
        settings,
        bodies: Bodies::default(),
        assets,
    });
    let api = api::router()
        .fallback(|request: Request| async move {
            Error::from(Unserved::NotFound { path: format!("/api/v1{}", request.uri().path()) })
        })
        .method_not_allowed_fallback(|method: Method| async move {
            (
                [(header::ALLOW, "GET, HEAD, POST")],
                Error::from(Unserved::Method { method: method.to_string(), allowed: "GET or POST" }),
            )
        });
    let router = Router::new()
        .nest("/api/v1", api)
        .fallback(page)
        .layer(middleware::from_fn(response::compress))
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), guard))
        .with_state(Arc::clone(&shared));
    (router, shared)
}

/// A file of the page.
async fn page(State(app): State<Shared>, request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return (
            [(header::ALLOW, "GET, HEAD")],
            Error::from(Unserved::Method { method: request.method().to_string(), allowed: "GET" }),
        )
            .into_response();
    }
    let (path, headers) = (request.uri().path(), request.headers());
    // A person gets a page, a program a document.
    let is_person = headers
        .get(header::ACCEPT)
        .is_some_and(|kinds| kinds.to_str().is_ok_and(|kinds| kinds.contains("text/html")));
    let missing = || app.assets.missing().filter(|_| is_person);
    app.assets
        .answer(path, headers)
        .or_else(missing)
        .unwrap_or_else(|| Error::from(Unserved::NotFound { path: path.to_owned() }).into_response())
}
