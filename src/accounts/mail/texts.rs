//! The texts of mails. `origin` is the service's own address.

use super::Mail;

/// The end of every mail with a link.
const NOT_YOU: &str = "If this was not you, ignore this mail: nothing happens unless the link is used.";

/// A link, and the code to type into another browser.
fn link(origin: &str, secret: &str, code: &str) -> String {
    format!(
        "{origin}/dashboard/confirm#{secret}\n\nOpen it in the browser that you asked from, or type this code there: {code}\n\n\
         Both work once, within 15 minutes. {NOT_YOU}\n"
    )
}

/// To an address with an account: how to sign in.
pub fn sign_in(origin: &str, secret: &str, code: &str) -> Mail {
    let link = link(origin, secret, code);
    Mail::new(
        "Sign in to Postern",
        format!("Somebody asked to sign in with this address. Use this link to sign in:\n\n{link}"),
    )
}

/// To an address without an account, with which somebody tried to sign in.
pub fn no_account(origin: &str) -> Mail {
    let text = format!(
        "Somebody asked to sign in with this address, which has no account at {origin}.\n\n\
         If this was you, sign up first: {origin}/dashboard/sign-up\nOtherwise ignore this mail.\n"
    );
    Mail::new("No account with this address", text)
}

/// To an address without an account: how to create one.
pub fn sign_up(origin: &str, secret: &str, code: &str) -> Mail {
    let link = link(origin, secret, code);
    Mail::new(
        "Confirm your address",
        format!("Welcome. This link creates your Postern account and signs you in:\n\n{link}"),
    )
}

/// To an address with an account, with which somebody tried to sign up.
pub fn has_account(origin: &str, secret: &str, code: &str) -> Mail {
    let link = link(origin, secret, code);
    Mail::new(
        "You have an account already",
        format!(
            "Somebody tried to sign up with this address, which already has an account. Use this link to sign in to it:\n\n{link}"
        ),
    )
}

/// To the new address of an account.
pub fn confirm_email(origin: &str, secret: &str, code: &str) -> Mail {
    let link = link(origin, secret, code);
    Mail::new(
        "Confirm your new address",
        format!("Use this link to make this the address of your Postern account:\n\n{link}"),
    )
}

/// To an address that has an account, which somebody wanted for another account.
pub fn address_taken(origin: &str) -> Mail {
    let text = format!(
        "Somebody tried to make this the address of their account at {origin}, but it already has an account.\n\n\
         If this was you, delete that account first, or use another address. Otherwise ignore this mail.\n"
    );
    Mail::new("This address has an account", text)
}

/// To the former address of an account.
pub fn email_changed(origin: &str, email: &str) -> Mail {
    let text = format!(
        "The address of your Postern account is now {email}. This one no longer opens it.\n\n\
         If this was not you, write to whoever runs {origin} at once.\n"
    );
    Mail::new("Your address was changed", text)
}

/// About a new token: the first of its account, or the replacement of another.
pub fn new_token(origin: &str, last_four: &str) -> Mail {
    let text = format!(
        "Your account has a new API token, which ends in {last_four}. If there was one before, it no longer works.\n\n\
         If you did not ask for it, sign in and revoke it: {origin}/dashboard/token\n"
    );
    Mail::new("A new API token", text)
}

/// About a token that was revoked.
pub fn token_revoked(origin: &str) -> Mail {
    let text = format!(
        "The API token of your account was revoked. Calls with it are refused from now on.\n\n\
         You can make a new one at any time: {origin}/dashboard/token\n"
    );
    Mail::new("Your API token was revoked", text)
}

/// About a balance that is running out. `{balance}` is filled in when the mail is written.
pub fn low_balance(origin: &str) -> Mail {
    let text = format!(
        "Your account has {{balance}} credits left. At 0, calls are refused until you buy more.\n\n\
         Buy credits: {origin}/dashboard/buy\n"
    );
    Mail::new("Your credits are running low", text)
}

/// The last mail to an account.
pub fn deleted(origin: &str) -> Mail {
    let text = format!(
        "Your account at {origin} was deleted with its data: its token, its ledger and its usage. This can't be undone.\n"
    );
    Mail::new("Your account was deleted", text)
}
