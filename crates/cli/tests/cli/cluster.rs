//! Studies on a cluster, where Python ends before the study does.

use crate::run::said;
use std::os::unix::fs::PermissionsExt as _;
use std::process::Command;

/// Runs a study with a Python that ends at once; `package` says whether it can run the package.
fn study(package: bool) -> (Option<i32>, String) {
    let folder = std::env::temp_dir().join(format!("cluster-{}-{package}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let python = folder.join("python");
    let imports = i32::from(!package);
    let script = format!("#!/bin/sh\n[ \"$2\" = -c ] && exit {imports}\nexit 1\n");
    std::fs::write(&python, script).expect("written");
    let may_run = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(&python, may_run).expect("it may run");
    let asked = folder.join("s.study.toml");
    let text = "format = 1\ntitle = \"S\"\nscenario = \"three-hit/two-hills\"\nbattles = 2\n";
    std::fs::write(&asked, text).expect("written");
    let output = Command::new(env!("CARGO_BIN_EXE_sandtable"))
        .args([
            "study",
            "s.study.toml",
            "--cluster",
            "127.0.0.1:1",
            "--quiet",
        ])
        .current_dir(&folder)
        .env("SANDTABLE_PYTHON", &python)
        .output()
        .expect("the program starts");
    std::fs::remove_dir_all(&folder).expect("removed");
    (output.status.code(), said(&output))
}

#[test]
fn a_python_without_the_package_is_named() {
    let (code, said) = study(false);
    assert_eq!(code, Some(4), "{said}");
    assert!(said.contains("docs/cluster.md"), "{said}");
}

#[test]
fn a_cluster_that_goes_away_is_not_called_a_missing_package() {
    let (code, said) = study(true);
    assert_eq!(code, Some(4), "{said}");
    assert!(said.contains("what was played is kept"), "{said}");
    assert!(!said.contains("docs/cluster.md"), "{said}");
}
