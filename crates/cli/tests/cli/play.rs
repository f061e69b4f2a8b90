//! The program as a player starts it.

use crate::run::{said, sandtable};

#[test]
fn a_battle_that_is_not_there_is_named() {
    let output = sandtable(&["play", "--no-open", "nowhere.battle.toml"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(said(&output).contains("nowhere.battle.toml"));
}

#[test]
fn a_wrong_command_line_is_told_apart() {
    assert_eq!(sandtable(&["plai"]).status.code(), Some(2));
    assert_eq!(
        sandtable(&["play", "--port", "70000"]).status.code(),
        Some(2)
    );
}

#[test]
fn an_army_without_a_battle_is_refused() {
    let output = sandtable(&["play", "--no-open", "--army", "Blue=nowhere.army.toml"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("--army"), "{}", said(&output));
}

#[test]
fn a_taken_port_is_named() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = taken
        .local_addr()
        .expect("it has an address")
        .port()
        .to_string();
    let output = sandtable(&["play", "--no-open", "--port", &port]);
    assert_eq!(output.status.code(), Some(4));
    let said = said(&output);
    // A program built without its page says so first.
    assert!(
        said.contains(&port) || said.contains("cargo play"),
        "{said}"
    );
}

#[test]
fn help_has_examples_and_exit_codes() {
    let output = sandtable(&["play", "--help"]);
    let said = said(&output);
    assert!(output.status.success());
    assert!(
        said.contains("Examples:") && said.contains("Exit codes:"),
        "{said}"
    );
}
