//! Telling an owner by mail that the credits run low: by the one call that takes the balance below the mark, and again
//! after credits were added. Nothing has to be remembered for that, since debits come one after the other. A debit that is
//! taken back (`statements/reversal.rs`) may have crossed the mark without a mail, or make another one cross it twice.

use super::charge::transaction::Caller;
use super::mail::deliver::mail_ids;
use super::mail::texts;
use super::statements::owners::tell_low_balance;
use crate::accounts::service::Service;
use crate::http::runtime::Runtime;
use crate::store::Database;

/// Whether a debit took a balance below a mark, given the balance after it.
const fn is_crossed(mark: i64, charged: i64, after: i64) -> bool {
    after < mark && after + charged >= mark
}

/// Writes the mail, if this debit is the one. That it can't be written does not fail a call that was paid for.
pub(crate) async fn tell<S: Runtime>(service: &Service<'_, S>, caller: Caller, charged: i64) {
    let Ok(origin) = service.origin() else { return };
    if charged == 0 || !is_crossed(service.settings.low_balance, charged, caller.balance) {
        return;
    }
    let mail = tell_low_balance(caller.account, &texts::low_balance(origin), service.now);
    if let Ok(results) = service.runtime.batch(Database::Accounts, mail).await {
        service.runtime.deliver(mail_ids(&results));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_debit_crosses_the_mark() {
        let after: Vec<_> = (0..10).map(|page| 12 - 3 * page).collect();
        let crossing: Vec<_> = after.iter().filter(|after| is_crossed(5, 3, **after)).collect();
        assert_eq!(crossing, [&3]);
        assert!(is_crossed(5, 1, 4) && !is_crossed(5, 1, 5) && !is_crossed(5, 1, 3));
    }
}
