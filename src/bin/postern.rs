//! Stand-in for the command line: `sample` prints lines, `import -` counts them.
#![expect(clippy::print_stdout, reason = "a stand-in")]
use std::io::BufRead as _;

fn main() {
    let mut args = std::env::args().skip(1);
    match args.next().as_deref() {
        Some("sample") => (0..args.next().and_then(|n| n.parse().ok()).unwrap_or(0))
            .for_each(|n: u32| println!("{{\"n\":{n}}}")),
        Some("import") => println!("{} lines", std::io::stdin().lock().lines().count()),
        _ => println!("postern {:?}", std::env::args().collect::<Vec<_>>()),
    }
}
