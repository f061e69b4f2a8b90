//! The compiler from Rust to wasm: rustup's target if available, or else Debian's `rustc-web` with
//! the source of the standard library.

use std::path::PathBuf;
use std::process::Command;

use crate::install;
use crate::shell::{self, Done, cargo, output, say, skip, target, timed};

const STEP: &str = "wasm-target";
const TARGET: &str = "wasm32-unknown-unknown";
const DEBIAN: &str = "/usr/bin/rustc";

/// Compiler that builds the engine for browsers.
#[derive(Debug)]
pub(crate) enum Compiler {
    /// The toolchain's own compiler, with the target's standard library.
    Rustup,
    /// Debian's `rustc-web`; it builds the standard library, too.
    Debian {
        /// Linker of the toolchain.
        linker: PathBuf,
    },
}

/// Finds the compiler, and installs one if there is none.
pub(crate) fn run() -> Done<Compiler> {
    let wanted = std::env::var("SANDTABLE_WASM_TARGET").unwrap_or_default();
    match wanted.as_str() {
        "" => {}
        "rustup" => return rustup_or_add()?.ok_or_else(|| format!("rustup cannot add {TARGET}")),
        "debian" => return debian_or_install(),
        other => {
            return Err(format!(
                "SANDTABLE_WASM_TARGET is `{other}`: rustup or debian"
            ));
        }
    }
    if has_target() {
        skip(STEP, "the toolchain has it");
        return Ok(Compiler::Rustup);
    }
    // Once Debian's is installed, do not ask rustup again at every start.
    if !has_debian()
        && let Some(compiler) = rustup_or_add()?
    {
        return Ok(compiler);
    }
    debian_or_install()
}

fn rustup_or_add() -> Done<Option<Compiler>> {
    if has_target() {
        skip(STEP, "the toolchain has it");
        return Ok(Some(Compiler::Rustup));
    }
    say(STEP, &format!("asking rustup to add {TARGET}"));
    let added = Command::new("rustup")
        .args(["target", "add", TARGET])
        .status();
    let added = added.is_ok_and(|status| status.success()) && has_target();
    if !added {
        say(STEP, "rustup cannot add it here");
    }
    Ok(added.then_some(Compiler::Rustup))
}

fn debian_or_install() -> Done<Compiler> {
    if has_debian() {
        skip(STEP, "Debian's rustc-web and rust-web-src are installed");
    } else {
        let why = "the engine needs a compiler to wasm";
        timed(STEP, || {
            install::debian(STEP, &["rustc-web", "rust-web-src"], why)
        })?;
        if !has_debian() {
            return Err(format!(
                "rustc-web is installed, but {DEBIAN} has no source of the standard library beside it"
            ));
        }
    }
    let linker = sysroot("rustc")
        .zip(host())
        .map(|(sysroot, host)| sysroot.join("lib/rustlib").join(host).join("bin/rust-lld"));
    match linker {
        Some(linker) if linker.is_file() => Ok(Compiler::Debian { linker }),
        _ => Err("the toolchain has no rust-lld, which links the engine".to_owned()),
    }
}

fn has_target() -> bool {
    sysroot("rustc").is_some_and(|sysroot| sysroot.join("lib/rustlib").join(TARGET).is_dir())
}

/// Returns whether Debian's compiler is installed with the source of its standard library.
fn has_debian() -> bool {
    sysroot(DEBIAN).is_some_and(|sysroot| {
        let library = sysroot.join("lib/rustlib/src/rust/library");
        library.join("Cargo.lock").is_file()
    })
}

fn sysroot(rustc: &str) -> Option<PathBuf> {
    output(Command::new(rustc).args(["--print", "sysroot"])).map(PathBuf::from)
}

fn host() -> Option<String> {
    let version = output(Command::new("rustc").arg("-vV"))?;
    version
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .map(str::to_owned)
}

impl Compiler {
    /// Builds the programs of a package and returns the folder of the wasm files.
    pub(crate) fn build(&self, package: &str, features: &str, profile: &str) -> Done<PathBuf> {
        // Use a separate folder, so that the builds do not discard each other's results.
        let folder = target().join(match self {
            Self::Rustup => "wasm",
            Self::Debian { .. } => "wasm-debian",
        });
        let mut command = cargo(&["build", "--locked", "--target", TARGET, "-p", package]);
        command
            .args(["--bins", "--features", features, "--profile", profile])
            .arg("--target-dir")
            .arg(&folder);
        // What a browser downloads must not contain paths of this machine, and must be the same on
        // any machine.
        command.arg("--config").arg(format!(
            "target.{TARGET}.rustflags=[\"{}\"]",
            shell::remapped_home()
        ));
        if let Self::Debian { linker } = self {
            command.arg("-Zbuild-std=std,panic_abort");
            command.env("RUSTC", DEBIAN).env("RUSTC_BOOTSTRAP", "1");
            command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
        }
        shell::run(&mut command)?;
        Ok(folder.join(TARGET).join(profile))
    }

    /// Returns a word that differs between the compilers.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Rustup => "rustup",
            Self::Debian { .. } => "debian",
        }
    }
}
