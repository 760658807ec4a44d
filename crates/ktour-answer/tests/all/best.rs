//! Tours with the best measures, as all interfaces request them.

use ktour_answer::{Limits, Parameters, Refused, Reply, Work, question};
use ktour_core::{Control, Puzzle, TourKind};
use ktour_search::{
    Strategy,
    best::{Aim, Annealer, Feature},
    solve,
};
use serde_json::Value;

/// Answers a question for a tour.
fn ask(parameters: &[(&str, &str)], threads: usize) -> Result<Value, Refused> {
    single_answer("solve", parameters, threads)
}

/// Answers a question that has a single document.
fn single_answer(name: &str, parameters: &[(&str, &str)], threads: usize) -> Result<Value, Refused> {
    let parameters: Parameters =
        parameters.iter().map(|(name, text)| (name.to_string(), text.to_string())).collect();
    let limits = Limits { threads, ..Limits::default() };
    let job = question(name).unwrap().prepare(&parameters, &limits)?;
    let Work::Whole(work) = job.work else { panic!("{name} has a single document") };
    let Reply::Json { text, .. } = work(&Control::unlimited())? else {
        panic!("{name} is answered with a document")
    };
    Ok(serde_json::from_str(&text).unwrap())
}

#[test]
fn few_tours_are_compared_exhaustively_and_rounds_find_an_equally_good_one() {
    let puzzle = Puzzle::new("6x6".parse().unwrap()).with_kind(TourKind::Closed);
    let first = solve(&puzzle, &Strategy::default(), &Control::unlimited()).unwrap().outcome.found().unwrap();
    for feature in [Feature::Turns, Feature::Crossings] {
        let aim = Aim::Fewest(feature);
        let document = ask(&[("board", "6"), ("kind", "closed"), ("best", &aim.to_string())], 1).unwrap();
        assert_eq!(document["best"]["is_proven"], true, "{document}");
        let search = Annealer::new(&puzzle, aim, &first);
        let rounds = (0..3).filter_map(|round| search.round(1, round, &Control::unlimited()));
        let found = rounds.map(|tour| aim.value(&tour)).min();
        assert_eq!(document["best"]["value"].as_u64(), found, "{aim}");
    }
}

#[test]
fn rounds_and_a_seed_give_the_same_tour_on_any_number_of_threads() {
    let parameters =
        [("board", "8"), ("kind", "closed"), ("best", "fewest-crossings"), ("tries", "3"), ("seed", "5")];
    let [one, two] = [1, 2].map(|threads| ask(&parameters, threads).unwrap());
    assert_eq!((&one["squares"], &one["best"]), (&two["squares"], &two["best"]));
    assert!(one["best"]["value"].as_u64().unwrap() < 76 && one["best"]["is_proven"] == false);
}

#[test]
fn unknown_qualities_are_refused() {
    let refused = |board, best| ask(&[("board", board), ("best", best)], 1).unwrap_err().to_string();
    assert!(refused("6", "magic").contains("8x8"));
    assert!(refused("8", "fewest-mistakes").contains("fewest-turns"));
}

/// Returns the last document of a count.
fn counted(parameters: &[(&str, &str)], control: &Control) -> Result<Value, Refused> {
    let parameters: Parameters =
        parameters.iter().map(|(name, text)| (name.to_string(), text.to_string())).collect();
    let job = question("count").unwrap().prepare(&parameters, &Limits::default())?;
    let Work::Stream(mut events) = job.work else { panic!("a count is a stream") };
    let end = events.next_event(control)?.expect("an end");
    assert_eq!((end.name, events.next_event(control)?.is_none()), ("end", true));
    Ok(serde_json::from_str(&end.data).unwrap())
}

#[test]
fn tours_are_counted_by_a_measure_by_their_symmetry_and_by_their_columns() {
    let unlimited = Control::unlimited();
    let turns = counted(&[("board", "5x6"), ("kind", "closed"), ("by", "turns")], &unlimited).unwrap();
    let tours = turns["undirected"].as_object().unwrap().values();
    assert_eq!(tours.map(|tours| tours.as_str().unwrap().parse::<u64>().unwrap()).sum::<u64>(), 8);
    let symmetric = counted(&[("board", "6"), ("symmetry", "quarter-turn")], &unlimited).unwrap();
    assert_eq!((&symmetric["undirected"], &symmetric["symmetry"]), (&"10".into(), &"quarter-turn".into()));
    let columns = counted(&[("board", "4x8"), ("magic", "columns")], &unlimited).unwrap();
    assert_eq!((&columns["undirected"], &columns["kind"]), (&32.into(), &"open".into()));
}

#[test]
fn a_count_with_a_single_event_obeys_its_time_limit_and_refuses_wrong_parameters() {
    let no_time = Control::within(std::time::Duration::ZERO);
    let code = |parameters: &[(&str, &str)], control| counted(parameters, control).unwrap_err().code();
    for parameters in [("by", "turns"), ("symmetry", "half-turn")] {
        assert_eq!(code(&[("board", "6"), ("kind", "closed"), parameters], &no_time), "stopped");
    }
    assert_eq!(code(&[("board", "4x10"), ("magic", "columns")], &no_time), "stopped");
    let unlimited = Control::unlimited();
    assert_eq!(code(&[("board", "6"), ("by", "turns"), ("symmetry", "true")], &unlimited), "word-not-both");
    assert_eq!(code(&[("board", "6"), ("by", "beauty")], &unlimited), "name-unknown");
    assert_eq!(code(&[("board", "6"), ("magic", "rows")], &unlimited), "name-unknown");
    assert_eq!(code(&[("board", "6"), ("magic", "columns")], &unlimited), "not-columns");
    assert_eq!(code(&[("board", "6x8"), ("symmetry", "quarter-turn")], &unlimited), "search-lacks-symmetry");
}

#[test]
fn a_list_is_sorted_by_a_measure_with_the_number_of_tours_of_each_value() {
    let list = |parameters: &[(&str, &str)]| {
        let board = [("board", "5x6"), ("kind", "closed"), ("measure", "true"), ("limit", "100")];
        single_answer("tours", &[&board, parameters].concat(), 1)
    };
    let all = list(&[]).unwrap();
    assert!(all["values"].is_null() && all["tours"].as_array().unwrap().len() == 8);
    let number = |tour: &Value, place: &str| tour["measures"].pointer(place).unwrap().as_f64().unwrap();
    for (by, place) in [
        ("turns", "/turns"),
        ("straight", "/straight"),
        ("crossings", "/crossings/total"),
        ("area", "/area/swept"),
    ] {
        let ascending = list(&[("by", by)]).unwrap();
        let numbers: Vec<f64> =
            ascending["tours"].as_array().unwrap().iter().map(|tour| number(tour, place)).collect();
        assert!(numbers.len() == 8 && numbers.is_sorted(), "{by}: {numbers:?}");
        let values = ascending["values"].as_array().unwrap();
        assert_eq!(values.iter().map(|value| value["tours"].as_u64().unwrap()).sum::<u64>(), 8, "{by}");
        let least = list(&[("by", by), ("value", values[0]["value"].as_str().unwrap())]).unwrap();
        assert_eq!(least["tours"].as_array().unwrap().len() as u64, values[0]["tours"].as_u64().unwrap());
        assert_eq!((&least["more"], &least["values"]), (&false.into(), &ascending["values"]));
        let descending = list(&[("by", by), ("descending", "true"), ("limit", "1")]).unwrap();
        assert_eq!(number(&descending["tours"][0], place), numbers[7], "{by}");
        assert_eq!(descending["more"], true);
    }
}

#[test]
fn the_classes_of_six_by_six_by_their_symmetry_are_the_known_ones() {
    let parameters =
        [("board", "6"), ("kind", "closed"), ("unique", "true"), ("by", "symmetry"), ("limit", "1")];
    let list = single_answer("tours", &parameters, 1).unwrap();
    let tours = |names: &[&str]| -> u64 {
        let values = list["values"].as_array().unwrap().iter();
        let named = values.filter(|value| names.contains(&value["value"].as_str().unwrap()));
        named.map(|value| value["tours"].as_u64().unwrap()).sum()
    };
    assert_eq!((tours(&["birotary"]), tours(&["asymmetric"])), (5, 1223));
    assert_eq!(tours(&["eulerian", "bergholtian"]), 17);
    let area =
        single_answer("tours", &[("board", "6"), ("kind", "closed"), ("unique", "true"), ("by", "area")], 1);
    assert_eq!(area.unwrap()["values"].as_array().unwrap().last().unwrap()["value"], "61");
}

#[test]
fn too_many_tours_are_not_sorted_and_open_ones_have_no_area() {
    let code = |parameters: &[(&str, &str)]| single_answer("tours", parameters, 1).unwrap_err().code();
    assert_eq!(code(&[("board", "6x7"), ("kind", "closed"), ("by", "turns")]), "many-tours");
    assert_eq!(code(&[("board", "5"), ("by", "area")]), "word-no-choice");
    assert_eq!(code(&[("board", "5"), ("by", "beauty")]), "name-unknown");
}
