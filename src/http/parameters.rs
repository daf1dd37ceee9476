//! Query strings: names and values, strictly decoded.

use super::error::{Fault, FaultCode};
use super::token_in_address::token_in_query;
use crate::percent::decode;
use std::borrow::Cow;

/// The most bytes of an address: path, `?` and query.
pub const MAX_URI: usize = 8 * 1024;

pub(crate) type Pair<'a> = (Cow<'a, str>, Cow<'a, str>);

/// Cuts a query string into decoded pairs, and says which can't be decoded.
pub(crate) fn pairs(query: &str) -> (Vec<Pair<'_>>, Vec<Fault>) {
    let (mut pairs, mut faults) = (Vec::new(), Vec::new());
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        match (decode(name, true), decode(value, true)) {
            (Ok(name), Ok(value)) => pairs.push((name, value)),
            (name, value) => {
                let message = [name.as_ref().err(), value.as_ref().err()].into_iter().flatten().next();
                let message = message.map(ToString::to_string).unwrap_or_default();
                let name = name.unwrap_or_default();
                faults.push(
                    token_in_query(&name, "")
                        .unwrap_or_else(|| Fault::new(FaultCode::InvalidValue, message).of(&name)),
                );
            }
        }
    }
    (pairs, faults)
}

/// Hands each name and value to `read`, and collects what is wrong with them.
///
/// # Errors
/// One fault for each name at most.
pub fn each_parameter(
    query: &str,
    read: &mut dyn FnMut(&str, &str) -> Result<(), Fault>,
) -> Result<(), Vec<Fault>> {
    let (pairs, mut faults) = pairs(query);
    for (name, value) in &pairs {
        let fault = if value.is_empty() && token_in_query(name, value).is_none() {
            read(name, value).err().map(|fault| match fault.code {
                FaultCode::UnknownParameter | FaultCode::DuplicateParameter => fault,
                _ => Fault::new(FaultCode::EmptyValue, "expected a value, and none came"),
            })
        } else {
            token_in_query(name, value).or_else(|| read(name, value).err().map(|fault| fault.of(name)))
        };
        let fault = fault.map(|fault| if fault.parameter.is_empty() { fault.of(name) } else { fault });
        faults.extend(fault.filter(|fault| !faults.contains(fault)));
    }
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

/// Refuses every parameter, for an address that takes none.
///
/// # Errors
/// One fault for each name.
pub fn no_parameters(query: &str) -> Result<(), Vec<Fault>> {
    each_parameter(query, &mut |_, _| {
        Err(Fault::new(FaultCode::UnknownParameter, "expected no parameters here"))
    })
}
