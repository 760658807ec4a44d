//! A row of the suite: a name, a time, its ratios to peers and limits, and a signature that must not change.

use std::time::Duration;

use serde_json::{Value, json};

/// One line of the suite.
pub(crate) struct Row {
    pub(crate) name: String,
    /// The fastest of several rounds; `None` for rows that count something else.
    time: Option<Duration>,
    /// Amount of work, and its unit.
    done: Option<(f64, &'static str)>,
    ratios: Vec<Ratio>,
    /// Signature: numbers that must not change.
    signature: String,
    /// Plot in which the row is a point, name of its series, and squares of its board.
    point: Option<(&'static str, String, f64)>,
}

/// Number of times that a row is as fast as something else.
struct Ratio {
    what: String,
    times: f64,
    /// The least that is promised.
    least: Option<f64>,
    /// Whether it is a program that did the same work, and is a point of the same plot.
    is_peer: bool,
}

impl Row {
    pub(crate) fn new(name: impl Into<String>, signature: impl Into<String>) -> Row {
        let (name, signature) = (name.into(), signature.into());
        Row { name, time: None, done: None, ratios: Vec::new(), signature, point: None }
    }

    pub(crate) fn time(self, time: Duration) -> Row {
        Row { time: Some(time), ..self }
    }

    /// Sets the amount of work, for a rate.
    pub(crate) fn done(self, amount: f64, unit: &'static str) -> Row {
        Row { done: Some((amount, unit)), ..self }
    }

    /// Adds the time of a program that did the same work, if it is there, with the least ratio that is
    /// promised.
    pub(crate) fn peer(self, what: &str, time: Option<Duration>, least: Option<f64>) -> Row {
        let (Some(peer), Some(own)) = (time, self.time) else { return self };
        let times = peer.as_secs_f64() / own.as_secs_f64();
        self.ratio(Ratio { what: what.to_owned(), times, least, is_peer: true })
    }

    /// Adds a ratio to something else, without a promise.
    pub(crate) fn against(self, what: impl Into<String>, times: f64) -> Row {
        self.ratio(Ratio { what: what.into(), times, least: None, is_peer: false })
    }

    /// Adds a ratio with the least that is promised.
    pub(crate) fn limit(self, least: f64, what: impl Into<String>, times: f64) -> Row {
        self.ratio(Ratio { what: what.into(), times, least: Some(least), is_peer: false })
    }

    /// Adds a limit of seconds.
    pub(crate) fn within(self, seconds: f64) -> Row {
        let times = seconds / self.time.map_or(f64::INFINITY, |time| time.as_secs_f64());
        self.limit(1.0, format!("the limit of {seconds} s"), times)
    }

    fn ratio(mut self, ratio: Ratio) -> Row {
        self.ratios.push(ratio);
        self
    }

    /// Makes the row a point of a plot.
    pub(crate) fn point(self, plot: &'static str, series: impl Into<String>, squares: f64) -> Row {
        Row { point: Some((plot, series.into(), squares)), ..self }
    }

    /// Returns the row as text for people.
    pub(crate) fn line(&self) -> String {
        let time = self.time.map_or(String::new(), |time| format!("{:.6} s", time.as_secs_f64()));
        let rate = match (self.time, self.done) {
            (Some(time), Some((done, what))) => format!("{:.1} M {what}/s", done / time.as_secs_f64() / 1e6),
            _ => String::new(),
        };
        let ratios: Vec<String> = self.ratios.iter().map(Ratio::text).collect();
        format!("{:<34} {time:>12} {rate:>22}  {:<44} [{}]", self.name, ratios.join(", "), self.signature)
    }

    /// Returns the row as JSON.
    pub(crate) fn document(&self) -> Value {
        let ratio = |ratio: &Ratio| json!({"to": ratio.what, "times": ratio.times, "least": ratio.least});
        json!({
            "name": self.name,
            "seconds": self.time.map(|time| time.as_secs_f64()),
            "done": self.done.map(|(done, _)| done),
            "unit": self.done.map(|(_, unit)| unit),
            "ratios": self.ratios.iter().map(ratio).collect::<Vec<_>>(),
            "signature": self.signature,
        })
    }

    /// Returns the points of the row and its peers: `plot,program,squares,seconds`.
    pub(crate) fn points(&self) -> Vec<String> {
        let (Some((plot, series, squares)), Some(time)) = (&self.point, self.time) else { return Vec::new() };
        let own = [(series.clone(), time.as_secs_f64())];
        let peers = self.ratios.iter().filter(|ratio| ratio.is_peer);
        let peers = peers.map(|peer| (peer.what.clone(), peer.times * time.as_secs_f64()));
        let points = own.into_iter().chain(peers);
        points.map(|(program, seconds)| format!("{plot},{program},{squares},{seconds:.6e}")).collect()
    }

    /// Returns the number of promises, and those that were broken.
    pub(crate) fn promises(&self) -> (usize, Vec<String>) {
        let promised = self.ratios.iter().filter_map(|ratio| Some((ratio, ratio.least?)));
        let broken = promised.clone().filter(|(ratio, least)| ratio.times < *least);
        (promised.count(), broken.map(|(ratio, _)| format!("{}: {}", self.name, ratio.text())).collect())
    }
}

impl Ratio {
    fn text(&self) -> String {
        let least = self.least.map_or(String::new(), |least| format!(" (at least {least})"));
        format!("{:.2} × {}{least}", self.times, self.what)
    }
}
