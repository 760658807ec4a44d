//! Evidence for answers: a directory with a proof or a tour, and `ktour proof check`.

use std::{
    cell::RefCell,
    fs::{self, File},
    io::{BufReader, BufWriter, Seek as _, Write as _},
    path::{Path, PathBuf},
    rc::Rc,
    time::Duration,
};

use ktour_answer::{
    Refused,
    proof::{self, CheckedDocument, ProofsDocument},
    to_json,
};
use ktour_core::{Control, Outcome, Puzzle, Reason, amounts::bytes};
use ktour_render::read::{Hints, verify_file};
use ktour_search::{
    Strategy,
    certificate::{FormulaFlaw, Unproven, check, prove, size},
    solve,
};

use crate::{
    args::{CheckArgs, ProofArgs},
    console::Console,
    exit::{Exit, Failure},
    output, partial_files,
};

/// Directory for proofs and tours, which must be new or empty. If writing fails, everything in it is
/// removed.
pub(crate) struct ProofFolder<'a> {
    path: PathBuf,
    most: u64,
    time: Option<Duration>,
    console: &'a Console,
    /// Created directories and files, in order.
    made: Rc<RefCell<Vec<PathBuf>>>,
}

impl<'a> ProofFolder<'a> {
    /// Creates the requested directory; each proof has this time limit.
    pub(crate) fn new(
        args: &ProofArgs,
        time: Option<Duration>,
        console: &'a Console,
    ) -> Result<Option<ProofFolder<'a>>, Failure> {
        let Some(path) = args.folder.clone() else { return Ok(None) };
        let is_free = match fs::read_dir(&path) {
            Ok(mut entries) => entries.next().is_none(),
            Err(_) => !path.exists(),
        };
        if !is_free {
            let sentence = format!("{} is not an empty directory: name a new one", path.display());
            return Err(Failure::Refused(sentence));
        }
        Ok(Some(ProofFolder { path, most: args.most(), time, console, made: Rc::default() }))
    }

    /// Writes all of it or nothing: after an error, created files are removed.
    pub(crate) fn fill(
        mut self,
        show: impl FnOnce(&mut ProofFolder<'a>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        show(&mut self).inspect_err(|_| {
            for path in self.made.borrow().iter().rev() {
                let _ = if path.is_dir() { fs::remove_dir(path) } else { fs::remove_file(path) };
            }
        })
    }

    /// Lists the directories that will have a proof or a tour, so that a missing one is noticed.
    pub(crate) fn list(&self, names: impl Iterator<Item = String>) -> Result<(), Failure> {
        let proofs: Vec<String> = names.collect();
        if proofs.is_empty() {
            return Ok(());
        }
        self.create()?;
        self.write(proof::LIST, (to_json(&ProofsDocument { proofs }) + "\n").as_bytes())
    }

    /// Runs work in a subdirectory, and subtracts its size from the free bytes.
    pub(crate) fn in_subfolder(
        &mut self,
        name: &str,
        show: impl FnOnce(&ProofFolder) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let folder = ProofFolder { path: self.path.join(name), made: Rc::clone(&self.made), ..*self };
        show(&folder)?;
        let entries = fs::read_dir(&folder.path).into_iter().flatten().flatten();
        let taken: u64 = entries.filter_map(|entry| Some(entry.metadata().ok()?.len())).sum();
        self.most = self.most.saturating_sub(taken);
        Ok(())
    }

    /// Refuses a formula that is too large, before any work.
    pub(crate) fn check(&self, puzzle: &Puzzle) -> Result<(), Failure> {
        self.check_size(puzzle, proof::size_estimate(puzzle, false))
    }

    /// Refuses evidence with more bytes than are free.
    pub(crate) fn check_size(&self, puzzle: &Puzzle, needed: u128) -> Result<(), Failure> {
        Ok(proof::check_size(puzzle.board(), needed, self.most)?)
    }

    /// Writes the evidence of a search; nothing if the outcome is unknown.
    pub(crate) fn show(&self, puzzle: &Puzzle, outcome: &Outcome) -> Result<(), Failure> {
        match outcome {
            Outcome::Found(tour) => {
                self.check_size(puzzle, proof::size_estimate(puzzle, true))?;
                let files = proof::tour_files(puzzle, tour, &Control::unlimited());
                let files = files.map_err(|error| Failure::writing("the tour", &error))?;
                self.create()?;
                files.iter().try_for_each(|(name, bytes)| self.write(name, bytes))
            }
            Outcome::Impossible(reason) => self.show_no(puzzle, reason),
            Outcome::Unknown(_) => Ok(()),
        }
    }

    /// Writes a tour as evidence for a yes; nothing if none is found in time.
    pub(crate) fn show_yes(&self, puzzle: &Puzzle, strategy: &Strategy) -> Result<(), Failure> {
        self.check_size(puzzle, proof::size_estimate(puzzle, true))?;
        let what = format!("a tour of {}", puzzle.board());
        let answer = self.console.search(&what, self.time, |control| solve(puzzle, strategy, control));
        let answer = answer.map_err(Refused::new)?;
        if let Outcome::Unknown(spent) = &answer.outcome {
            self.console.note(format!("no tour to show: {spent}"));
        }
        self.show(puzzle, &answer.outcome)
    }

    /// Writes a proof, its cuts and its steps as they are made; the files get their names when they are
    /// complete.
    pub(crate) fn show_no(&self, puzzle: &Puzzle, reason: &Reason) -> Result<(), Failure> {
        self.check(puzzle)?;
        let formula = bytes(size(&puzzle.remaining()));
        let most = bytes(self.most.into());
        self.console.note(format!(
            "a proof in {}: a formula of about {formula}, and steps, {most} at most, in about the time of the answer",
            self.path.display()
        ));
        self.create()?;
        self.prove(puzzle, reason)
    }

    fn prove(&self, puzzle: &Puzzle, reason: &Reason) -> Result<(), Failure> {
        let failed = |error: std::io::Error| Failure::writing("the proof", &error);
        let scratch =
            || partial_files::create(&self.path).map(|file| BufWriter::with_capacity(1 << 16, file));
        let (mut cuts, mut steps) = (scratch().map_err(failed)?, scratch().map_err(failed)?);
        let what = format!("a proof about {}", puzzle.board());
        let certificate = self.console.search(&what, self.time, |control| {
            let certificate = prove(puzzle, reason, self.most, &mut cuts, &mut steps, control);
            certificate.map_err(|error| match error {
                Unproven::Unwritten(error) => failed(error),
                other => Failure::from(Refused::from(other)),
            })
        })?;
        for file in [&mut cuts, &mut steps] {
            file.flush().and_then(|()| file.get_mut().rewind()).map_err(failed)?;
        }
        for (name, bytes) in proof::accompanying_files(puzzle, reason, &certificate) {
            self.write(name, &bytes)?;
        }
        let (formula, steps_file) = (self.path.join("formula.opb"), self.path.join("proof.pbp"));
        output::to_file(&formula, |out| certificate.write_formula(cuts.get_mut(), out))?;
        self.made.borrow_mut().push(formula);
        output::to_file(&steps_file, |out| certificate.write_proof(steps.get_mut(), out))?;
        self.made.borrow_mut().push(steps_file);
        self.console.note(format!(
            "{} has {} constraints and {}: `veripb formula.opb proof.pbp` and `python3 check.py` check them there",
            self.path.display(),
            certificate.constraints(),
            proof::steps(&certificate)
        ));
        Ok(())
    }

    fn create(&self) -> Result<(), Failure> {
        let missing = self.path.ancestors().take_while(|path| !path.as_os_str().is_empty() && !path.exists());
        for path in missing.collect::<Vec<_>>().into_iter().rev() {
            fs::create_dir(path).map_err(|error| {
                Failure::Refused(format!("the directory {} cannot be made: {error}", self.path.display()))
            })?;
            self.made.borrow_mut().push(path.to_owned());
        }
        Ok(())
    }

    fn write(&self, name: &str, bytes: &[u8]) -> Result<(), Failure> {
        let path = self.path.join(name);
        output::to_file(&path, |out| out.write_all(bytes))?;
        self.made.borrow_mut().push(path);
        Ok(())
    }
}

/// Checks a directory written by `--proof`, or its subdirectories.
pub(crate) fn run(args: &CheckArgs) -> Result<Exit, Failure> {
    let (mut folders, mut listed) = (vec![args.folder.clone()], Vec::new());
    if !args.folder.join("board.json").exists() {
        let entries = fs::read_dir(&args.folder).map_err(|error| read_error(&args.folder, &error))?;
        folders = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        folders.retain(|folder| folder.join("board.json").exists());
        let list = args.folder.join(proof::LIST);
        if list.exists() {
            let bytes = fs::read(&list).map_err(|error| read_error(&list, &error))?;
            listed = proof::listed(&bytes)?.iter().map(|name| args.folder.join(name)).collect();
        }
        folders.extend_from_slice(&listed);
        folders.sort();
        folders.dedup();
    }
    if folders.is_empty() {
        let sentence = format!("{} has no board.json: name a directory of --proof", args.folder.display());
        return Err(Failure::Refused(sentence));
    }
    let mut exit = Exit::Yes;
    for folder in folders {
        let checked = match listed.contains(&folder) && !is_complete(&folder) {
            true => CheckedDocument::missing(
                folder.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            ),
            false => checked(&folder)?,
        };
        if !checked.valid {
            exit = Exit::No;
        }
        output::to_stdout(|out| match args.json {
            true => writeln!(out, "{}", to_json(&checked)),
            false => writeln!(out, "{}: {}", folder.display(), checked.sentence()),
        })?;
    }
    Ok(exit)
}

/// Whether a directory has all files of a proof, or of a tour.
fn is_complete(folder: &Path) -> bool {
    let has = |name: &str| folder.join(name).exists();
    has("board.json") && (has("tour.json") || has("formula.opb") && has("proof.pbp"))
}

fn checked(folder: &Path) -> Result<CheckedDocument, Failure> {
    let (board, tour, formula) =
        (folder.join("board.json"), folder.join("tour.json"), folder.join("formula.opb"));
    let question = fs::read(&board).map_err(|error| read_error(&board, &error))?;
    let puzzle = proof::question(&question)?;
    if tour.exists() {
        let is_valid = verify_file(&tour, &Hints::default()).is_ok()
            && fs::read(&tour).is_ok_and(|bytes| proof::is_tour(&puzzle, &bytes));
        return Ok(CheckedDocument::of_tour(&puzzle, is_valid));
    }
    let file = File::open(&formula).map_err(|error| read_error(&formula, &error))?;
    match check(&puzzle, &mut BufReader::new(file)) {
        Ok(constraints) => Ok(CheckedDocument::of_formula(constraints)),
        Err(FormulaFlaw::Untrue { line }) => Ok(CheckedDocument::untrue(line)),
        Err(error) => Err(Failure::refused(error)),
    }
}

fn read_error(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Refused(format!("{} cannot be read: {error}", path.display()))
}
