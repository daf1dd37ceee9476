//! Telling an owner by mail that credits run low. The call that takes the balance below the threshold sends the mail. After
//! credits were added, it can happen again. Nothing has to be remembered for that, because debits come one after another. A
//! debit that is taken back (`statements/reversal.rs`) may have crossed the threshold without a mail, or cause a second
//! one.

use super::charge::transaction::Caller;
use super::mail::deliver::mail_ids;
use super::mail::texts;
use super::statements::owners::tell_low_balance;
use crate::accounts::service::Service;
use crate::http::runtime::Runtime;
use crate::store::Database;

/// Whether a debit took a balance below a threshold, given the balance after it.
const fn is_crossed(mark: i64, charged: i64, after: i64) -> bool {
    after < mark && after + charged >= mark
}

/// Writes the mail if this debit crossed the threshold. The call is paid for, so it does not fail if the mail can't be
/// written.
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
    fn exactly_one_debit_crosses_the_threshold() {
        let after: Vec<_> = (0..10).map(|page| 12 - 3 * page).collect();
        let crossing: Vec<_> = after.iter().filter(|after| is_crossed(5, 3, **after)).collect();
        assert_eq!(crossing, [&3]);
        assert!(is_crossed(5, 1, 4) && !is_crossed(5, 1, 5) && !is_crossed(5, 1, 3));
    }
}
