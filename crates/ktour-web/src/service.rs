//! What every request can reach.

use std::sync::Arc;

use ktour_answer::Limits;

use crate::{Jobs, Settings, assets::Assets, jobs::memory::for_heavy, request::body_budget::Bodies};

/// The work, the limits and the page of a server.
#[derive(Debug)]
pub struct Service {
    /// The work.
    pub jobs: Arc<Jobs>,
    pub(crate) settings: Settings,
    pub(crate) limits: Limits,
    pub(crate) bodies: Bodies,
    pub(crate) assets: Assets,
}

impl Service {
    /// Limits that follow from these settings.
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
