//! The program `sandtable`: every command is a file under `commands`.

mod commands;
mod descriptors;
mod failure;
mod interrupted;
mod language;
mod out;
mod show;
mod sources;
mod store;
mod table;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser};

use commands::Command;
use failure::Failure;
use language::Language;

/// A digital table for miniature wargames.
///
/// One engine umpires many published rule sets: it lists the legal orders, judges every order,
/// rolls the dice and names the clause behind each number.
#[derive(Debug, Parser)]
#[command(name = "sandtable", version, max_term_width = 100, after_long_help = EXIT_CODES)]
#[command(arg_required_else_help = true)]
struct Program {
    /// The language of rules, orders, logs and messages about files. This help and the words
    /// you type stay English.
    #[arg(
        long,
        global = true,
        value_enum,
        default_value_t,
        value_name = "LANGUAGE"
    )]
    language: Language,
    #[command(subcommand)]
    command: Command,
}

const EXIT_CODES: &str = "\
Exit codes:
  0  done
  1  the answer is no: an order is refused, a journal does not verify
  2  the command line is wrong
  3  a file cannot be read, or what is in it is wrong
  4  this machine cannot do it: a port is taken, the page was not built
  130  stopped with Ctrl-C; no file is left half written";

fn main() -> ExitCode {
    let program = match read() {
        Ok(program) => program,
        Err(why) => return misused(&why),
    };
    // Commands that serve stop in their own way, in good order.
    let listens = if program.command.serves() {
        Ok(())
    } else {
        interrupted::ends_the_program()
    };
    let chosen = listens.and_then(|()| program.language.choose().map_err(Failure::Machine));
    match chosen.and_then(|()| program.command.run()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => show::failure(&failure),
    }
}

/// Reads the command line.
fn read() -> Result<Program, clap::Error> {
    let mut command = with_negative_values(Program::command());
    let words = typed(&mut command, std::env::args_os())?;
    let given = command.try_get_matches_from_mut(words)?;
    Program::from_arg_matches(&given).map_err(|why| why.format(&mut command))
}

/// Returns the words of the command line as text. Names of files are text everywhere: some stand in
/// files and reports, which have no other way to name them.
fn typed(
    command: &mut clap::Command,
    given: impl Iterator<Item = OsString>,
) -> Result<Vec<String>, clap::Error> {
    let text = |word: OsString| {
        word.into_string().map_err(|word| {
            let says = format!(
                "{} is not UTF-8: give the file another name",
                word.display()
            );
            command.error(ErrorKind::InvalidUtf8, says)
        })
    };
    given.map(text).collect()
}

/// Lets every option take `-1` as its value. Options whose numbers begin at 0 then say so; otherwise
/// the message would be about an argument `-1`.
fn with_negative_values(command: clap::Command) -> clap::Command {
    command
        .mut_args(|arg| {
            let takes = arg.get_long().is_some() && arg.get_action().takes_values();
            arg.allow_negative_numbers(takes)
        })
        .mut_subcommands(with_negative_values)
}

/// Prints what is wrong with the command line. The message quotes what was typed, which may be long
/// or made to control a terminal, so it goes through [`show::note`] like every note.
fn misused(why: &clap::Error) -> ExitCode {
    if !why.use_stderr() {
        why.exit();
    }
    show::note(&without_passwords(&why.render().to_string()));
    ExitCode::from(2)
}

/// Leaves the user and the password out of every address in a text.
fn without_passwords(text: &str) -> String {
    let mut parts = text.split("://");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|c: char| c.is_whitespace() || "/'".contains(c));
        let (place, rest) = part.split_at(end.unwrap_or(part.len()));
        let host = place.rsplit_once('@').map_or(place, |(_, host)| host);
        out.extend(["://", host, rest]);
    }
    out
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn a_negative_number_is_the_value_of_an_option() {
        let command = || super::with_negative_values(super::Program::command());
        let given = command().try_get_matches_from(["sandtable", "battle", "x", "--seed", "-1"]);
        let says = given.expect_err("no seed").to_string();
        assert!(says.contains("invalid value '-1' for '--seed"), "{says}");
    }

    #[test]
    fn addresses_lose_their_passwords() {
        let text = "unexpected argument 'postgres://u:geheim@h/x' found";
        let plain = "unexpected argument 'postgres://h/x' found";
        assert_eq!(super::without_passwords(text), plain);
        assert_eq!(
            super::without_passwords("smtp://a:b@c d://e f"),
            "smtp://c d://e f"
        );
        assert_eq!(super::without_passwords("--seed"), "--seed");
    }

    #[test]
    fn the_command_line_is_sound() {
        super::with_negative_values(super::Program::command()).debug_assert();
    }
}
