//! Refuses flags that would have no effect, and names what they need: one table for all commands.
//!
//! Rules between two flags are declared with the flags (`requires`, `conflicts_with`). This table has the
//! rules that depend on a value: the output format, or the search method.

use std::path::{Path, PathBuf};

use clap::{Arg, ArgMatches, Command, parser::ValueSource};
use ktour_render::Format;
use ktour_search::{Method, symmetric::WantedSymmetry};

use crate::exit::Failure;

/// Flags of some commands, and their condition.
struct Row {
    commands: &'static [&'static str],
    flags: &'static [&'static str],
    needs: Needs,
}

/// Condition under which flags have an effect.
enum Needs {
    /// The output has a format of which this is true.
    Format(fn(Format) -> bool),
    /// The search has a method of which this is true, or one of these flags is given.
    Method(fn(Method) -> bool, &'static [&'static str]),
    /// One of these flags is given.
    Flag(&'static [&'static str]),
    /// A flag does not have one of these values; the sentence says why.
    NotWith(&'static str, fn(&str) -> bool, &'static str),
    /// The command is another one; the sentence says why.
    Nothing(&'static str),
}

const ROWS: &[Row] = &[
    Row {
        commands: &["solve", "render"],
        flags: &["theme", "path", "fill", "stroke", "size", "width", "colour", "numbers", "coordinates"],
        needs: Needs::Format(|format| format.facts().is_picture),
    },
    Row {
        commands: &["puzzle"],
        flags: &["theme", "width"],
        needs: Needs::Format(|format| format.facts().is_picture),
    },
    Row {
        commands: &["solve", "render"],
        flags: &["worksheet"],
        needs: Needs::Format(|format| format == Format::Pdf),
    },
    Row {
        commands: &["solve", "render"],
        flags: &["delay", "hold", "length", "once"],
        needs: Needs::Format(|format| format == Format::Gif),
    },
    Row {
        commands: &["poster"],
        flags: &["worksheet", "delay", "hold", "length", "once", "colour", "numbers", "coordinates"],
        needs: Needs::Nothing("a poster is one still sheet, each tour in one colour and without numbers"),
    },
    Row { commands: &["solve", "starts"], flags: &["tie"], needs: Needs::Method(Method::uses_tie, &[]) },
    Row { commands: &["solve", "starts"], flags: &["order"], needs: Needs::Method(Method::uses_order, &[]) },
    Row {
        commands: &["solve", "starts"],
        flags: &["tries"],
        needs: Needs::Method(|method| method == Method::Warnsdorff, &["fewest", "most", "magic"]),
    },
    Row {
        commands: &["solve", "starts"],
        flags: &["seed"],
        needs: Needs::Method(Method::uses_seed, &["fewest", "most", "magic", "symmetry", "start random"]),
    },
    Row { commands: &["play"], flags: &["method", "tie", "order", "speed"], needs: Needs::Flag(&["watch"]) },
    Row {
        commands: &["play"],
        flags: &["tie"],
        // Without a method, `warnsdorff-backtrack` is animated.
        needs: Needs::Method(|method| method == Method::Auto || method.uses_tie(), &[]),
    },
    Row { commands: &["play"], flags: &["seed"], needs: Needs::Flag(&["watch", "puzzle"]) },
    Row { commands: &["play"], flags: &["max-time"], needs: Needs::Flag(&["puzzle"]) },
    Row {
        commands: &["play"],
        flags: &["tries"],
        needs: Needs::Nothing("one search is watched, and a game has none"),
    },
    Row {
        commands: &["count"],
        flags: &["threads", "spill", "checkpoint", "layers"],
        needs: Needs::NotWith(
            "symmetry",
            |value| WantedSymmetry::NAMES.contains(&value),
            "the tours that one symmetry keeps are counted without tables",
        ),
    },
    Row {
        commands: &["count"],
        flags: &["threads", "spill"],
        needs: Needs::NotWith("magic", |_| true, "equal columns are counted without tables"),
    },
];

/// Refuses the first flag that would have no effect, and the first empty value.
pub(crate) fn check(cli: &Command, matches: &ArgMatches) -> Result<(), Failure> {
    let (mut command, mut matches, mut name) = (cli, matches, "");
    while let Some((under, rest)) = matches.subcommand() {
        (name, matches) = (under, rest);
        let Some(found) = command.find_subcommand(under) else { break };
        command = found;
    }
    let line = Line { command, matches };
    line.refuse_empty_values()?;
    let rows = ROWS.iter().filter(|row| row.commands.contains(&name));
    for (row, flag) in rows.flat_map(|row| row.flags.iter().map(move |flag| (row, *flag))) {
        if let Some(reason) =
            line.arg(flag).filter(|arg| line.is_given(arg)).and_then(|_| line.lacks(&row.needs))
        {
            return Err(Failure::Refused(format!("--{flag} has no effect here: {reason}")));
        }
    }
    Ok(())
}

/// Command with its flags.
struct Line<'a> {
    command: &'a Command,
    matches: &'a ArgMatches,
}

impl Line<'_> {
    fn arg(&self, flag: &str) -> Option<&Arg> {
        self.command.get_arguments().find(|arg| arg.get_long() == Some(flag))
    }

    fn is_given(&self, arg: &Arg) -> bool {
        self.matches.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine)
    }

    /// Returns the first value of a flag, given or default.
    fn value(&self, flag: &str) -> Option<String> {
        let id = self.arg(flag)?.get_id().as_str();
        let value = self.matches.get_raw(id)?.next()?;
        Some(value.to_string_lossy().into_owned())
    }

    /// Whether `start random`, a flag with its value, or a flag alone was given.
    fn has(&self, flag: &str) -> bool {
        let (flag, value) = flag.split_once(' ').unwrap_or((flag, ""));
        let is_given = self.arg(flag).is_some_and(|arg| self.is_given(arg));
        is_given && (value.is_empty() || self.value(flag).as_deref() == Some(value))
    }

    /// Refuses an empty value: it usually comes from an unset shell variable, and does not mean a missing
    /// flag.
    fn refuse_empty_values(&self) -> Result<(), Failure> {
        let is_empty = |arg: &&Arg| {
            let values = self.matches.get_raw(arg.get_id().as_str());
            self.is_given(arg) && values.is_some_and(|mut values| values.any(|value| value.is_empty()))
        };
        match self.command.get_arguments().find(is_empty) {
            Some(arg) => {
                let names = arg.get_value_names().unwrap_or_default();
                let name = arg.get_long().map_or_else(|| names.concat(), |flag| format!("--{flag}"));
                Err(Failure::Refused(format!("the value of {name} is empty: give one, or leave {name} out")))
            }
            None => Ok(()),
        }
    }

    /// Explains which condition is not met, if any.
    fn lacks(&self, needs: &Needs) -> Option<String> {
        let flags = |flags: &[&str]| flags.iter().map(|flag| format!("--{flag}")).collect::<Vec<_>>();
        match needs {
            Needs::Format(wanted) => {
                let written = self.formats()?;
                if written.iter().any(|format| wanted(*format)) {
                    return None;
                }
                let formats = Format::NAMED.iter().filter(|(_, format)| wanted(*format));
                let names: Vec<_> = formats.map(|(name, _)| (*name).to_owned()).collect();
                Some(format!("it is for {}, such as -o FILE.{}", either(&names), names[0]))
            }
            Needs::Method(wanted, or) => {
                let method = self.value("method")?;
                let is_used = method.parse().is_ok_and(wanted);
                if is_used || or.iter().any(|flag| self.has(flag)) {
                    return None;
                }
                let methods = Method::NAMED.iter().filter(|(_, method)| wanted(*method));
                let mut names: Vec<_> = methods.map(|(name, _)| (*name).to_owned()).collect();
                let is_here = |flag: &&&str| self.arg(flag.split(' ').next().unwrap_or(flag)).is_some();
                names.extend(flags(&or.iter().filter(is_here).copied().collect::<Vec<_>>()));
                Some(format!("the method is {method}, and it is for {}", either(&names)))
            }
            Needs::Flag(wanted) if wanted.iter().any(|flag| self.has(flag)) => None,
            Needs::Flag(wanted) => Some(format!("it goes with {}", either(&flags(wanted)))),
            Needs::NotWith(flag, is_bad, why) => {
                let value = self.value(flag).filter(|_| self.has(flag))?;
                is_bad(&value).then(|| format!("with --{flag} {value}, {why}"))
            }
            Needs::Nothing(why) => Some((*why).to_owned()),
        }
    }

    /// Returns the output formats; `None` if the command itself will refuse one.
    fn formats(&self) -> Option<Vec<Format>> {
        if self.has("trace") {
            return Some(vec![Format::Gif]);
        }
        if self.has("json") {
            return Some(vec![Format::Json]);
        }
        if self.has("format") {
            return Some(vec![self.value("format")?.parse().ok()?]);
        }
        let usual = if self.command.get_name() == "render" { Format::Svg } else { Format::Grid };
        let files: Vec<PathBuf> = match self.arg("output").filter(|arg| self.is_given(arg)) {
            Some(arg) => self.matches.get_many(arg.get_id().as_str())?.cloned().collect(),
            None => return Some(vec![usual]),
        };
        let of = |file: &PathBuf| match file.as_path() == Path::new("-") {
            true => Some(usual),
            false => Format::from_path(file).ok(),
        };
        files.iter().map(of).collect()
    }
}

/// Joins names: `a, b or c`.
fn either(names: &[String]) -> String {
    match names {
        [some @ .., last] if !some.is_empty() => format!("{} or {last}", some.join(", ")),
        _ => names.concat(),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;
    use ktour_answer::{
        ParameterGroup as _, Parameters,
        render::{Drawing, DrawingParameters},
        solve::{Solve, SolveParameters},
    };
    use ktour_core::{Control, Tour};

    use super::*;
    use crate::args::{Cli, Misunderstood};

    /// Returns the refusal of a command line, by this table or by clap.
    fn refusal(words: &[&str]) -> Option<String> {
        match Cli::parse_line(words.iter().copied()) {
            Ok(_) => None,
            Err(Misunderstood::Refused(Failure::Refused(sentence))) => Some(sentence),
            Err(Misunderstood::Refused(failure)) => panic!("{failure:?}"),
            Err(Misunderstood::Unparsed(error)) => Some(error.to_string()),
        }
    }

    #[test]
    fn every_flag_of_the_table_is_a_flag_of_its_commands() {
        let cli = Cli::command();
        for row in ROWS {
            for command in row.commands {
                let command = cli.find_subcommand(command).unwrap();
                for flag in row.flags {
                    assert!(command.get_arguments().any(|arg| arg.get_long() == Some(flag)), "{flag}");
                }
            }
        }
    }

    /// Flags of pictures, each with a value that is not the default.
    const OF_PICTURES: [(&str, &str); 14] = [
        ("theme", "dark"),
        ("path", "smooth"),
        ("fill", "harlequin"),
        ("stroke", ""),
        ("size", "100mm"),
        ("width", "100"),
        ("colour", "plain"),
        ("numbers", "never"),
        ("coordinates", "never"),
        ("worksheet", ""),
        ("delay", "200ms"),
        ("hold", "1s"),
        ("length", "500ms"),
        ("once", ""),
    ];

    fn parameters(given: &[(&str, &str)]) -> Parameters {
        given.iter().map(|&(name, text)| (name.to_owned(), text.to_owned())).collect()
    }

    fn solve(given: &[(&str, &str)]) -> Solve {
        Solve::new(&SolveParameters::read(&parameters(given)).unwrap(), u128::MAX).unwrap()
    }

    /// Returns the bytes of a picture, or `None` if the format refuses the flag.
    fn drawn(tour: &Tour, flag: Option<(&str, &str)>, format: Format) -> Option<Vec<u8>> {
        let parameters = DrawingParameters::read(&parameters(flag.as_slice())).unwrap();
        let drawing = Drawing::new(&parameters, u64::MAX).unwrap();
        let mut bytes = Vec::new();
        drawing.render(format, None).write(tour, &mut bytes, &Control::unlimited()).ok()?;
        Some(bytes)
    }

    #[test]
    fn a_flag_of_pictures_is_refused_exactly_where_it_draws_the_same() {
        let question = solve(&[("board", "5"), ("kind", "open")]);
        let tour = question.answer(&Control::unlimited()).unwrap().outcome.found().unwrap();
        for (name, format) in Format::NAMED {
            let usual = drawn(&tour, None, format);
            for (flag, value) in OF_PICTURES {
                let is_switch = value.is_empty();
                let has_effect = drawn(&tour, Some((flag, value)), format) != usual;
                let flag = if is_switch { format!("--{flag}") } else { format!("--{flag}={value}") };
                for line in [
                    ["ktour", "solve", "5", &flag, "-f", name],
                    ["ktour", "solve", "5", &flag, "-o", &format!("t.{}", name.replace("grid", "txt"))],
                    ["ktour", "render", "t", &flag, "-f", name],
                ] {
                    let refused = refusal(&line);
                    assert_eq!(refused.is_none(), has_effect, "{line:?}: {refused:?}");
                }
            }
        }
    }

    /// Flags of searches, each with a value that is not the default.
    const OF_SEARCHES: [(&str, &str); 4] =
        [("tie", "random"), ("order", "sorted"), ("tries", "5"), ("seed", "7")];

    #[test]
    fn a_flag_of_searches_is_refused_exactly_where_no_tour_and_no_counter_differ() {
        for (name, method) in Method::NAMED {
            for (flag, value) in OF_SEARCHES {
                let answer = |(board, kind, tie): (&str, &str, &str), with: Option<&str>| {
                    let mut given = vec![("board", board), ("kind", kind), ("method", name), ("tie", tie)];
                    given.extend(with.map(|value| (flag, value)));
                    let question = solve(&given);
                    let answer = question.answer(&Control::unlimited().with_trials(20_000)).ok()?;
                    let squares = answer.outcome.found().map(|tour| tour.squares().collect::<Vec<_>>());
                    Some((squares, answer.stats.trials, answer.stats.tries))
                };
                // A random choice shows where there are ties, and another walk starts where one fails.
                let cases = ["first", "random"].into_iter().filter(|tie| flag != "tie" || *tie == "first");
                let mut cases = cases.flat_map(|tie| {
                    [("5x6", "open", tie), ("8", "closed", tie), ("7", "open", tie), ("5x6", "closed", tie)]
                });
                let has_effect = cases.any(|case| answer(case, None) != answer(case, Some(value)));
                // `divide` searches like `auto` on boards that it cannot construct, which are larger than
                // these.
                let searches_elsewhere = method == Method::Divide && ["order", "seed"].contains(&flag);
                let line = ["ktour", "solve", "6", "--method", name, &format!("--{flag}"), value];
                let refused = refusal(&line);
                assert_eq!(refused.is_none(), has_effect || searches_elsewhere, "{line:?}: {refused:?}");
            }
        }
    }

    #[test]
    fn an_empty_value_is_refused_by_every_flag_that_takes_one() {
        for command in Cli::command().get_subcommands().filter(|command| !command.has_subcommands()) {
            for arg in command.get_arguments().filter(|arg| arg.get_action().takes_values()) {
                let Some(flag) = arg.get_long() else { continue };
                let flag = format!("--{flag}=");
                assert!(refusal(&["ktour", command.get_name(), &flag]).is_some(), "{flag}");
            }
        }
    }
}
