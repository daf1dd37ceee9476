//! `postern sample`.

use super::server::Server;
use super::shell::Shell;
use std::io::{BufRead, BufReader};

#[test]
fn a_sample_is_the_same_for_the_same_seed_and_can_be_imported() {
    let server = Server::keeping_posts();
    let shell = Shell::of(&server);
    let sample = shell.run("sample 1500 --seed 7");
    assert_eq!((sample.code, sample.out.lines().count()), (0, 1500));
    assert_eq!(sample.out, shell.run("sample 1500 --seed 7").out);
    assert_ne!(sample.out, shell.run("sample 1500 --seed 8").out);
    assert_eq!(sample.out.lines().next(), shell.run("sample 1 --seed 7").out.lines().next());
    let run = shell.run_in(&shell.folder, &["import", "-"], &sample.out);
    assert_eq!((run.code, run.count("new"), run.count("refused")), (0, 1500, 0), "{run:?}");
}

#[test]
fn a_reader_that_has_had_enough_is_no_error() {
    let shell = Shell::new();
    let mut child = shell.command(&shell.folder).args(["sample", "1000000"]).spawn().unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    assert!(first.starts_with('{'));
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
}
