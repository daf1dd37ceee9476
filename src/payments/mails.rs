//! Mails to owners about their payments. `{credits}` and `{balance}` are filled in when the mail is written.

use crate::accounts::mail::Mail;

/// The mails when a payment is booked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mails {
    /// That the payment arrived.
    pub paid: Mail,
    /// That the first payment created a token.
    pub token: Mail,
}

impl Mails {
    /// Creates both mails for the service at this address.
    pub fn new(origin: &str) -> Self {
        let paid = format!(
            "Thank you: your payment arrived, and {{credits}} credits were added. Your balance is {{balance}} credits.\n\n\
             Payments and receipts: {origin}/dashboard/buy\n"
        );
        let token = format!(
            "With your first payment, your API token was created. Your dashboard shows it once: \
             {origin}/dashboard/token\n\nKeep it somewhere safe. If you don't look at it within 30 days, create a new one there.\n"
        );
        Self {
            paid: Mail::new("Your payment arrived", paid),
            token: Mail::new("Your API token is ready", token),
        }
    }
}

/// The mails about a refund.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefundMails {
    /// That credits were taken back.
    pub refunded: Mail,
    /// That credits were given back, because the refund failed.
    pub failed: Mail,
}

impl RefundMails {
    /// Creates both mails for the service at this address.
    pub fn new(origin: &str) -> Self {
        let ledger = format!("Every change of your balance: {origin}/dashboard/ledger\n");
        let refunded = format!(
            "One of your payments was refunded, and its share of the credits was taken back. Your balance is {{balance}} credits.\n\n\
             {ledger}"
        );
        let failed = format!(
            "A refund of one of your payments failed, and the money did not reach you. The credits that were taken back for it \
             were returned. Your balance is {{balance}} credits.\n\n{ledger}"
        );
        Self {
            refunded: Mail::new("A payment was refunded", refunded),
            failed: Mail::new("A refund failed", failed),
        }
    }
}

/// About a payment that a bank disputes.
pub fn disputed(origin: &str) -> Mail {
    let text = format!(
        "Your bank disputes one of your payments. Until this is decided, your account is suspended, and the disputed share \
         of the payment's credits is taken back.\n\nIf this is a mistake, tell your bank, and write to whoever runs {origin}.\n"
    );
    Mail::new("A payment is disputed", text)
}

/// About winning the last open dispute.
pub fn undisputed(origin: &str) -> Mail {
    let text = format!(
        "The dispute about your payment is over, and your account is as it was before. Your balance is {{balance}} credits.\n\n\
         Every change of your balance: {origin}/dashboard/ledger\n"
    );
    Mail::new("A dispute is over", text)
}
