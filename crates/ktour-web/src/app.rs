//! The app: the API under `/api/v1`, the page everywhere else, and headers on everything.

use std::sync::Arc;

use hyper::{Method, Request, body::Incoming, header};

use crate::{
    Service, Settings, api,
    error::Error,
    request::guard::{admit, seal},
    response::{Response, compress, head_of, not_allowed, takes_gzip},
};

/// The whole app.
pub fn app(settings: Settings) -> Arc<Service> {
    Arc::new(Service::new(settings))
}

impl Service {
    /// Answers a request, whatever it is.
    pub(crate) async fn answer(&self, request: Request<Incoming>) -> Response {
        let answer = match admit(&self.settings.hosts, request.uri(), request.headers()) {
            Ok(()) => self.answer_to_friends(request).await,
            Err(error) => error.into(),
        };
        seal(answer)
    }

    async fn answer_to_friends(&self, request: Request<Incoming>) -> Response {
        let (is_head, takes_gzip) = (request.method() == Method::HEAD, takes_gzip(request.headers()));
        let answer = match api::name_of(request.uri().path()) {
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

    /// A file of the page.
    fn page(&self, request: &Request<Incoming>) -> Response {
        if !matches!(*request.method(), Method::GET | Method::HEAD) {
            return not_allowed(request.method(), "GET", "GET, HEAD");
        }
        let (path, headers) = (request.uri().path(), request.headers());
        // A person gets a page, a program a document.
        let is_person = headers
            .get(header::ACCEPT)
            .is_some_and(|kinds| kinds.to_str().is_ok_and(|kinds| kinds.contains("text/html")));
        let missing = || self.assets.missing().filter(|_| is_person);
        let found = self.assets.answer(path, headers).or_else(missing);
        found.unwrap_or_else(|| Error::not_found(path).into())
    }
}
