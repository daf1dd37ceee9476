//! The filters of `postern export` and `postern count`: an option for each of the API's.

use crate::cli::client::segment;
use crate::posts::filters::{FILTERS, Kind};
use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches};

/// The ends of the range of time. They are not in the table of filters, because each is checked against the other.
const DATES: [(&str, &str); 2] = [
    ("from_date", "Only posts published on this day or later, or from this instant on"),
    ("to_date", "Only posts published on this day or earlier, or up to this instant"),
];

/// Which posts are meant, as names and values of parameters. They have the same meaning as in a search.
#[derive(Debug)]
pub(super) struct Filters(Vec<(&'static str, String)>);

impl Filters {
    /// The query string, each part with its `&`.
    pub(super) fn query(&self) -> String {
        self.0.iter().fold(String::new(), |query, (name, value)| query + "&" + name + "=" + &segment(value))
    }
}

fn names() -> impl Iterator<Item = &'static str> {
    FILTERS.iter().map(|filter| filter.name).chain(DATES.map(|(name, _)| name))
}

fn option(name: &'static str, help: &'static str, value: &'static str) -> Arg {
    Arg::new(name).long(name.replace('_', "-")).help(help).value_name(value)
}

impl Args for Filters {
    fn augment_args(command: Command) -> Command {
        let filters = FILTERS.iter().map(|filter| {
            option(filter.name, filter.help, filter.kind.value_name())
                .allow_hyphen_values(filter.kind == Kind::Keyword)
        });
        let dates = DATES.map(|(name, help)| option(name, help, "DATE"));
        command.next_help_heading("Filters").args(filters).args(dates)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Filters {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let value = |name| Some((name, matches.get_one::<String>(name)?.clone()));
        Ok(Self(names().filter_map(value).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
