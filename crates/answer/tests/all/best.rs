//! Tours by their beauty, as every face asks for them.

use knights_tour::{
    Control, Puzzle, Strategy, TourKind,
    best::{Aim, Feature, Search},
    solve,
};
use knights_tour_answer::{Limits, Refused, Reply, Words, Work, question};
use serde_json::Value;

fn ask(words: &[(&str, &str)], threads: usize) -> Result<Value, Refused> {
    let words: Words = words.iter().map(|(word, text)| (word.to_string(), text.to_string())).collect();
    let limits = Limits { threads, ..Limits::default() };
    let asked = question("solve").unwrap().ask(&words, &limits)?;
    let Work::Whole(work) = asked.work else { panic!("a tour comes whole") };
    let Reply::Json { text, .. } = work(&Control::unlimited())? else { panic!("as a document") };
    Ok(serde_json::from_str(&text).unwrap())
}

#[test]
fn where_tours_are_few_the_best_is_proven_and_rounds_find_as_good_a_one() {
    let puzzle = Puzzle::new("6x6".parse().unwrap()).with_kind(TourKind::Closed);
    let first = solve(&puzzle, &Strategy::default(), &Control::unlimited()).unwrap().outcome.found().unwrap();
    for feature in [Feature::Turns, Feature::Crossings] {
        let aim = Aim::Fewest(feature);
        let document = ask(&[("board", "6"), ("kind", "closed"), ("best", &aim.to_string())], 1).unwrap();
        assert_eq!(document["best"]["is_proven"], true, "{document}");
        let search = Search::new(&puzzle, aim, &first);
        let rounds = (0..3).filter_map(|round| search.round(1, round, &Control::unlimited()));
        let found = rounds.map(|tour| aim.value(&tour)).min();
        assert_eq!(document["best"]["value"].as_u64(), found, "{aim}");
    }
}

#[test]
fn rounds_and_a_seed_give_the_same_tour_on_any_number_of_threads() {
    let words =
        [("board", "8"), ("kind", "closed"), ("best", "fewest-crossings"), ("tries", "3"), ("seed", "5")];
    let [one, two] = [1, 2].map(|threads| ask(&words, threads).unwrap());
    assert_eq!((&one["squares"], &one["best"]), (&two["squares"], &two["best"]));
    assert!(one["best"]["value"].as_u64().unwrap() < 76 && one["best"]["is_proven"] == false);
}

#[test]
fn what_cannot_be_wished_for_is_refused() {
    let refused = |board, best| ask(&[("board", board), ("best", best)], 1).unwrap_err().to_string();
    assert!(refused("6", "magic").contains("8x8"));
    assert!(refused("8", "fewest-mistakes").contains("fewest-turns"));
}
