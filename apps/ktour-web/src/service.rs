//! State that all requests share.

use std::sync::Arc;

use ktour_answer::Limits;

use crate::{Jobs, Settings, assets::Assets, jobs::memory::for_heavy, request::body_budget::Bodies};

/// Jobs, limits and page of a server.
#[derive(Debug)]
pub struct Service {
    /// Jobs of the server.
    pub jobs: Arc<Jobs>,
    pub(crate) settings: Settings,
    pub(crate) limits: Limits,
    pub(crate) bodies: Bodies,
    pub(crate) assets: Assets,
}

impl Service {
    /// Creates a service with the limits that follow from these settings.
    pub(crate) fn new(settings: Settings) -> Service {
        let assets = Assets::new(settings.page.clone());
        Service {
            jobs: Jobs::new(&settings),
            limits: Limits { memory: for_heavy(settings.memory), ..Limits::default() },
            settings,
            bodies: Bodies::default(),
            assets,
        }
    }
}
