//! Replaces the module `demo` in a build without the feature `demo`. This version serves nothing.
//! The settings refuse to turn the demo on in such a build.

use std::sync::Arc;

use axum::Router;

use platform::app::App;

pub struct Demo;

impl Demo {
    pub fn new(_: &App) -> Demo {
        Demo
    }

    pub fn routes(&self) -> Router<Arc<App>> {
        Router::new()
    }

    pub async fn open(&self, _: &Arc<App>) -> Result<Vec<String>, String> {
        Ok(Vec::new())
    }
}
