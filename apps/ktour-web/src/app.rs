//! Routes requests: the API under `/api/v1`, the page everywhere else, security headers on every response.

use std::sync::Arc;

use hyper::{Method, Request, body::Incoming, header};

use crate::{
    Service, Settings, api,
    error::Error,
    request::guard::{admit, seal},
    response::{Response, compress, head_of, not_allowed, takes_gzip},
};

/// Creates the service for these settings.
pub fn app(settings: Settings) -> Arc<Service> {
    Arc::new(Service::new(settings))
}

impl Service {
    /// Answers a request.
    pub(crate) async fn answer(&self, request: Request<Incoming>) -> Response {
        let answer = match admit(&self.settings.hosts, request.uri(), request.headers()) {
            Ok(()) => self.answer_allowed(request).await,
            Err(error) => error.into(),
        };
        seal(answer)
    }

    async fn answer_allowed(&self, request: Request<Incoming>) -> Response {
        let (is_head, takes_gzip) = (request.method() == Method::HEAD, takes_gzip(request.headers()));
        let answer = match api::question_name(request.uri().path()) {
            Some(name) => {
                let name = name.to_owned();
                api::answer(self, &name, request).await
            }
            None => self.page(&request),
        };
        match (is_head, takes_gzip) {
            (true, _) => head_of(answer),
            (_, true) => compress(answer).await,
            (_, false) => answer,
        }
    }

    /// Answers a request for a file of the page.
    fn page(&self, request: &Request<Incoming>) -> Response {
        if !matches!(*request.method(), Method::GET | Method::HEAD) {
            return not_allowed(request.method(), "GET", "GET, HEAD");
        }
        let (path, headers) = (request.uri().path(), request.headers());
        // Browsers that accept HTML receive a page, other clients a JSON document.
        let is_person = headers
            .get(header::ACCEPT)
            .is_some_and(|kinds| kinds.to_str().is_ok_and(|kinds| kinds.contains("text/html")));
        let not_found = || self.assets.not_found().filter(|_| is_person);
        let found = self.assets.answer(request.uri(), headers).or_else(not_found);
        found.unwrap_or_else(|| Error::not_found(path).into())
    }
}
