//! `ktour completions` and `ktour man`: for the shell.

use clap::CommandFactory;

use crate::{
    args::Cli,
    exit::{Exit, Failure},
    output,
};

pub(crate) fn completions(shell: clap_complete::Shell) -> Result<Exit, Failure> {
    output::to_stdout(|out| {
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut Cli::command(), "ktour", &mut script);
        out.write_all(&script)
    })?;
    Ok(Exit::Yes)
}

pub(crate) fn man() -> Result<Exit, Failure> {
    output::to_stdout(|mut out| {
        let command = Cli::command();
        clap_mangen::Man::new(command.clone()).render(&mut out)?;
        for subcommand in command.get_subcommands() {
            clap_mangen::Man::new(subcommand.clone()).render(&mut out)?;
        }
        Ok(())
    })?;
    Ok(Exit::Yes)
}
