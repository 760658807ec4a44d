//! `ktour explain`: the lessons of the page as text, by the method, the reason or the word that they explain.

use ktour_web::{LESSON_TOPICS, LESSONS};
use serde_json::{Map, Value};

use crate::{
    exit::{Exit, Failure},
    likeness::nearest,
    manual, output,
};

pub(crate) fn run(word: Option<&str>, is_bold: bool) -> Result<Exit, Failure> {
    let (topics, texts) = (object(LESSON_TOPICS), object(LESSONS));
    let Some(word) = word else {
        output::to_stdout(|out| topics.keys().try_for_each(|topic| writeln!(out, "{topic}")))?;
        return Ok(Exit::Yes);
    };
    let sections = sections(word, &topics, &texts);
    if sections.is_empty() {
        let right = match nearest(word, topics.keys().map(String::as_str)) {
            Some(meant) => format!("did you mean {meant}?"),
            None => "name a method, a reason or a word of the field, such as warnsdorff, parity or tour"
                .to_owned(),
        };
        return Err(Failure::Refused(format!("there is no lesson on {word}: {right}")));
    }
    let text = manual::read(&lesson(&sections, &texts), is_bold);
    output::to_stdout(|out| out.write_all(text.as_bytes()))?;
    Ok(Exit::Yes)
}

/// What there is a lesson on; the names live as long as the program, for a shell to offer.
pub(crate) fn topics() -> Vec<&'static str> {
    object(LESSON_TOPICS).into_iter().map(|(topic, _)| &*topic.leak()).collect()
}

/// The sections on a topic; those that explain a word have it between stars.
fn sections<'a>(word: &str, topics: &'a Map<String, Value>, texts: &'a Map<String, Value>) -> Vec<&'a str> {
    let word = word.to_lowercase();
    if let Some(Value::Array(sections)) = topics.get(&word) {
        return sections.iter().filter_map(Value::as_str).collect();
    }
    let marked = format!("*{word}*");
    let explains = |text: &Value| text.as_str().is_some_and(|text| text.to_lowercase().contains(&marked));
    texts.iter().filter(|(_, text)| explains(text)).map(|(section, _)| section.as_str()).collect()
}

/// The sections of a lesson as a page of the manual is written, each chapter under its title.
fn lesson(sections: &[&str], texts: &Map<String, Value>) -> String {
    let text = |key: &str| texts.get(key).and_then(Value::as_str).unwrap_or_default().replace('*', "");
    let mut page = String::new();
    let mut told = "";
    for section in sections {
        let chapter = section.split('.').next().unwrap_or_default();
        if chapter != told {
            told = chapter;
            let [title, lead] = ["title", "lead"].map(|part| text(&format!("{chapter}.{part}")));
            page.push_str(&format!("# {title}\n\n{lead}\n\n"));
        }
        page.push_str(&format!("## {}\n\n{}\n\n", text(&format!("{section}.title")), text(section)));
    }
    page + "The same with live pictures: `ktour serve`, tab Learn.\n"
}

fn object(text: &str) -> Map<String, Value> {
    serde_json::from_str(text).expect("the page's files are objects by name")
}

#[cfg(test)]
mod tests {
    use ktour_tour::{Method, Reason};

    use super::*;

    #[test]
    fn every_method_and_every_reason_has_a_lesson_with_texts() {
        let (topics, texts) = (object(LESSON_TOPICS), object(LESSONS));
        for name in Method::NAMES.iter().chain(Reason::CODES) {
            assert!(topics.contains_key(*name), "no lesson on {name}");
        }
        for section in topics.values().flat_map(|sections| sections.as_array().unwrap()) {
            let section = section.as_str().unwrap();
            assert!(
                texts.contains_key(section) && texts.contains_key(&format!("{section}.title")),
                "{section}"
            );
        }
    }
}
