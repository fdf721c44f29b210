//! The running program: state that requests, jobs and commands share, built once and passed down.

use std::{
    any::{Any, TypeId, type_name},
    collections::HashMap,
    sync::Arc,
};

use db::{Db, Tx};
use tokio::sync::watch;
use tokio_util::task::TaskTracker;

use kernel::{brand::Brand, clock::Clock, timestamp::Timestamp};

use crate::{
    companies::{self, Companies},
    config::{BrandSettings, Config},
    error::Result,
    fail_points::FailPoints,
    lists::{Pages, Totals},
    metrics::Metrics,
    passwords::Passwords,
    secrets::Secrets,
    services::{
        captcha::{Captcha, Purpose},
        files::Files,
        gateway::Gateway,
        mailer::Transport,
    },
};

pub struct App {
    pub config: Config,
    pub db: Db,
    /// Handle of the same database for [`browse`](App::browse).
    replica: Db,
    pub clock: Clock,
    pub metrics: Metrics,
    pub mailer: Transport,
    pub files: Files,
    /// Card gateway; `None` if payments are not configured.
    pub gateway: Option<Gateway>,
    pub secrets: Secrets,
    pub passwords: Passwords,
    pub captcha: Captcha,
    pub totals: Totals,
    pub pages: Pages,
    pub companies: Companies,
    /// Values that features share within the program. A feature adds its value at the start and
    /// finds it by the value's type.
    pub shared: Shared,
    pub fail_points: FailPoints,
    /// Checkouts that continue after their client has gone. Shutdown waits for them.
    pub checkouts: TaskTracker,
    /// Listening address, known once the program listens. Links in emails use this address if no
    /// public address is configured.
    pub listening_on: String,
    draining: watch::Sender<bool>,
}

/// Parts that must be opened or loaded before the [`App`] is built.
pub struct Parts {
    pub config: Config,
    pub db: Db,
    pub clock: Clock,
    pub mailer: Transport,
    pub files: Files,
    pub gateway: Option<Gateway>,
    pub secrets: Secrets,
    pub passwords: Passwords,
    pub fail_points: FailPoints,
    pub listening_on: String,
    pub shared: Shared,
}

/// Collection with at most one value of each type. Features add and find values by type.
#[derive(Default)]
pub struct Shared(HashMap<TypeId, Box<dyn Any + Send + Sync>>);

impl Shared {
    #[must_use]
    pub fn with<T: Any + Send + Sync>(mut self, value: T) -> Shared {
        self.0.insert(TypeId::of::<T>(), Box::new(value));
        self
    }

    pub fn get<T: Any>(&self) -> &T {
        let found = self.0.get(&TypeId::of::<T>()).and_then(|value| value.downcast_ref());
        found.unwrap_or_else(|| unreachable!("{} is missing in features.rs", type_name::<T>()))
    }
}

impl App {
    pub fn new(parts: Parts) -> Arc<App> {
        Arc::new(App {
            captcha: Captcha::new(&parts.config, &parts.secrets),
            pages: Pages::new(&parts.db, &parts.clock),
            config: parts.config,
            replica: parts.db.replica(),
            db: parts.db,
            clock: parts.clock,
            mailer: parts.mailer,
            files: parts.files,
            gateway: parts.gateway,
            secrets: parts.secrets,
            passwords: parts.passwords,
            listening_on: parts.listening_on,
            metrics: Metrics::default(),
            totals: Totals::default(),
            companies: Companies::default(),
            shared: parts.shared,
            fail_points: parts.fail_points,
            checkouts: TaskTracker::new(),
            draining: watch::Sender::new(false),
        })
    }

    /// Runs `work` in a transaction as [`Db::write`] does, and passes it the program and the time of
    /// the call. If `work` runs again, it sees the same time.
    #[track_caller]
    pub fn write<T, E>(
        self: &Arc<Self>,
        work: impl Fn(&mut Tx<'_>, &Arc<App>, Timestamp) -> Result<T, E> + Send + 'static,
    ) -> impl Future<Output = Result<T, E>> + Send
    where
        T: Send + 'static,
        E: From<db::Error> + Send + 'static,
    {
        let (app, now) = (self.clone(), self.clock.now());
        self.db.write(move |tx| work(tx, &app, now))
    }

    /// Like [`write`](App::write), but runs `work` on a read-only snapshot, as [`Db::read`] does.
    #[track_caller]
    pub fn read<T, E>(
        self: &Arc<Self>,
        work: impl Fn(&mut Tx<'_>, &Arc<App>, Timestamp) -> Result<T, E> + Send + 'static,
    ) -> impl Future<Output = Result<T, E>> + Send
    where
        T: Send + 'static,
        E: From<db::Error> + Send + 'static,
    {
        let (app, now) = (self.clone(), self.clock.now());
        self.db.read(move |tx| work(tx, &app, now))
    }

    /// Like [`read`](App::read), but runs `work` on the replica if one is configured. Meant for
    /// public pages, of which there are many.
    #[track_caller]
    pub fn browse<T, E>(
        self: &Arc<Self>,
        work: impl Fn(&mut Tx<'_>, &Arc<App>, Timestamp) -> Result<T, E> + Send + 'static,
    ) -> impl Future<Output = Result<T, E>> + Send
    where
        T: Send + 'static,
        E: From<db::Error> + Send + 'static,
    {
        let (app, now) = (self.clone(), self.clock.now());
        self.replica.read(move |tx| work(tx, &app, now))
    }

    pub fn public_url(&self, brand: Brand) -> String {
        self.config.public_url(brand, &self.listening_on)
    }

    /// Returns the settings of a brand with the facts about its company that were entered on screen.
    pub fn company(&self, brand: Brand) -> BrandSettings {
        self.config.company(brand, &self.companies.facts())
    }

    /// Reads the facts about companies again, if this was last done too long ago.
    pub async fn refresh_companies(self: &Arc<Self>) {
        let now = self.clock.now();
        if !self.companies.is_old(now) {
            return;
        }
        match self.db.read(companies::all).await {
            Ok(facts) => self.companies.keep(facts, now),
            Err(error) => tracing::warn!(%error, "the facts about companies could not be read"),
        }
    }

    /// Checks the captcha of a public form.
    pub async fn check_captcha(&self, purpose: Purpose, token: &str) -> Result<()> {
        let sites: Vec<String> = Brand::all().map(|brand| self.public_url(brand)).collect();
        self.captcha.check(&self.db, self.clock.now(), &sites, purpose, token).await
    }

    /// Makes the readiness check fail from now on, while requests in flight finish.
    pub fn start_draining(&self) {
        self.draining.send_replace(true);
    }

    pub fn is_draining(&self) -> bool {
        *self.draining.borrow()
    }

    /// Resolves when draining starts or the program ends.
    pub fn drained(&self) -> impl Future<Output = ()> + Send + use<> {
        let mut draining = self.draining.subscribe();
        async move {
            let _ = draining.wait_for(|is_draining| *is_draining).await;
        }
    }
}
