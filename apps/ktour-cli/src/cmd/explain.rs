//! `ktour explain`: the lessons of the page as text, found by method, reason or word.

use ktour_web::{LESSON_TOPICS, LESSONS};
use serde_json::{Map, Value};

use crate::{
    exit::{Exit, Failure},
    manual, output,
    similar_names::nearest,
};

pub(crate) fn run(word: Option<&str>, is_bold: bool) -> Result<Exit, Failure> {
    let (topics, texts) = (object(LESSON_TOPICS), object(LESSONS));
    let Some(word) = word else {
        return list(&topics, &texts);
    };
    let sections = sections(word, &topics, &texts);
    if sections.is_empty() {
        let right = match nearest(word, topics.keys().map(String::as_str)) {
            Some(meant) => format!("did you mean {meant}?"),
            None => "name a method, a reason or a term, such as warnsdorff, parity or tour".to_owned(),
        };
        return Err(Failure::Refused(format!("there is no lesson on {word}: {right}")));
    }
    let text = manual::format_page(&lesson(&sections, &texts), is_bold);
    output::to_stdout(|out| out.write_all(text.as_bytes()))?;
    Ok(Exit::Yes)
}

/// Lists every topic with the titles of its sections.
fn list(topics: &Map<String, Value>, texts: &Map<String, Value>) -> Result<Exit, Failure> {
    let title = |section: &Value| {
        let title = texts.get(&format!("{}.title", section.as_str()?))?;
        title.as_str().map(|title| title.replace('*', ""))
    };
    let widest = topics.keys().map(String::len).max().unwrap_or_default();
    output::to_stdout(|out| {
        for (topic, sections) in topics {
            let titles: Vec<String> = sections.as_array().into_iter().flatten().filter_map(title).collect();
            writeln!(out, "{topic:widest$}  {}", titles.join(" · "))?;
        }
        writeln!(out, "\nTerms such as tie, hole or tour have lessons, too.")
    })?;
    Ok(Exit::Yes)
}

/// Beginnings of clauses that ask for an action on the page, or refer to a picture there.
const ON_THE_PAGE: [&str; 18] = [
    "walk along this tour",
    "move the slider",
    "play it",
    "drag ",
    "place the knight",
    "draw one",
    "draw the range",
    "choose a square",
    "choose a board",
    "choose another",
    "choose squares",
    "choose by yourself",
    "whatever you draw",
    "the engine counts these",
    "here the ",
    "here are ",
    "here is the whole",
    "these are the first",
];

/// Removes the clauses of a text that only the page can illustrate, each with the rest of its sentence.
fn without_the_page(text: &str) -> String {
    let is_of_the_page = |clause: &str| {
        let clause = clause.to_lowercase();
        ON_THE_PAGE.iter().any(|beginning| clause.starts_with(beginning))
    };
    let kept = |sentence: &'_ str| -> Option<String> {
        let breaks = sentence.match_indices("; ").chain(sentence.match_indices(": ")).map(|(at, _)| at);
        let cut = breaks.filter(|at| is_of_the_page(&sentence[at + 2..])).min();
        (!is_of_the_page(sentence)).then(|| sentence[..cut.unwrap_or(sentence.len())].to_owned())
    };
    let sentences: Vec<String> = text.trim_end_matches('.').split(". ").filter_map(kept).collect();
    let end = if text.ends_with('.') && !sentences.is_empty() { "." } else { "" };
    sentences.join(". ") + end
}

/// Returns all topics; the names are static, so that a shell can offer them.
pub(crate) fn topics() -> Vec<&'static str> {
    object(LESSON_TOPICS).into_iter().map(|(topic, _)| &*topic.leak()).collect()
}

/// Returns the sections on a topic; sections that explain a word have it between stars.
fn sections<'a>(word: &str, topics: &'a Map<String, Value>, texts: &'a Map<String, Value>) -> Vec<&'a str> {
    let word = word.to_lowercase();
    if let Some(Value::Array(sections)) = topics.get(&word) {
        return sections.iter().filter_map(Value::as_str).collect();
    }
    let marked = format!("*{word}*");
    let explains = |text: &Value| text.as_str().is_some_and(|text| text.to_lowercase().contains(&marked));
    texts.iter().filter(|(_, text)| explains(text)).map(|(section, _)| section.as_str()).collect()
}

/// Formats the sections of a lesson as a page of the manual, each chapter under its title.
fn lesson(sections: &[&str], texts: &Map<String, Value>) -> String {
    let text = |key: &str| {
        without_the_page(&texts.get(key).and_then(Value::as_str).unwrap_or_default().replace('*', ""))
    };
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
    use ktour_core::Reason;
    use ktour_search::Method;

    use super::*;

    #[test]
    fn no_lesson_asks_for_what_a_terminal_lacks() {
        let (topics, texts) = (object(LESSON_TOPICS), object(LESSONS));
        for topic in topics.keys() {
            let lesson = lesson(&sections(topic, &topics, &texts), &texts).to_lowercase();
            for word in ["slider", "drag", "choose a square", "choose another", "draw one"] {
                assert!(!lesson.contains(word), "{topic} says {word}: {lesson}");
            }
        }
        assert_eq!(
            without_the_page("Rings meet. This is Repair; move the slider. Choose a square: see."),
            "Rings meet. This is Repair."
        );
    }

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
