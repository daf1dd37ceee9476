//! Finds the name that somebody probably meant.

/// The candidate nearest to `name`: at most two letters off, and less than half of the name.
pub fn nearest<'a>(name: &str, candidates: &[&'a str]) -> Option<&'a str> {
    let name = name.to_ascii_lowercase();
    let allowed = name.chars().count().saturating_sub(1) / 2;
    candidates
        .iter()
        .map(|candidate| (distance(&name, candidate), *candidate))
        .filter(|(distance, _)| *distance <= allowed.min(2))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// The edit distance: how many letters must be put in, taken out or changed.
fn distance(from: &str, to: &str) -> usize {
    let mut row: Vec<usize> = (0..=to.chars().count()).collect();
    for (above, letter) in from.chars().enumerate() {
        let mut diagonal = above;
        let mut left = above + 1;
        let mut next = vec![left];
        for (up, other) in row.iter().skip(1).zip(to.chars()) {
            left = (diagonal + usize::from(letter != other)).min(left + 1).min(up + 1);
            diagonal = *up;
            next.push(left);
        }
        row = next;
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_recognised_and_another_word_is_not() {
        let names = ["limit", "min_likes", "min_comments", "from_date", "to_date"];
        assert_eq!(nearest("min_like", &names), Some("min_likes"));
        assert_eq!(nearest("Limit", &names), Some("limit"));
        assert_eq!(nearest("lmit", &names), Some("limit"));
        assert_eq!(nearest("fromdate", &names), Some("from_date"));
        assert_eq!(nearest("page", &names), None);
        assert_eq!(nearest("x", &names), None);
        assert_eq!(nearest("", &names), None);
    }

    #[test]
    fn distances_are_counted_in_letters() {
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("größe", "grösse"), 2);
    }
}
