//! Pseudo-random numbers and distributions, with integers only.

/// Fraction bits of a fixed-point number.
pub(super) const POINT: u64 = 20;
/// One, as a fixed-point number.
pub(super) const ONE: u64 = 1 << POINT;

/// A generator of pseudo-random numbers: `SplitMix64` (Steele, Lea and Flood, 2014).
#[derive(Debug, Clone)]
pub(super) struct Random(u64);

impl Random {
    /// Creates the generator for one post.
    pub(super) const fn new(seed: u64, number: u64) -> Self {
        Self(mix(mix(seed) ^ number))
    }

    pub(super) const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// A number from 0 to below `end`, which is at most 2^32; 0 if `end` is 0.
    pub(super) const fn below(&mut self, end: u64) -> u64 {
        ((self.next() >> 32) * end) >> 32
    }

    /// A number of milliseconds from `start` to below `end`, which is at most 2^32 more.
    pub(super) fn millis(&mut self, start: i64, end: i64) -> i64 {
        start.saturating_add_unsigned(self.below(end.abs_diff(start)))
    }

    /// True `per_mille` times in a thousand.
    pub(super) const fn chance(&mut self, per_mille: u64) -> bool {
        self.below(1000) < per_mille
    }

    /// A random entry of a list, all equally likely.
    pub(super) fn pick<T: Copy + Default>(&mut self, list: &[T]) -> T {
        nth(list, self.next() >> 1)
    }

    /// A rank from 0 to below 2^`bits` - 2^`skip`, by Zipf's law without its first 2^`skip` ranks.
    pub(super) const fn zipf(&mut self, skip: u64, bits: u64) -> u64 {
        exp2((skip << POINT) + self.below((bits - skip) << POINT)) - (1 << skip)
    }

    /// A fixed-point number from 0 to below `width`, more likely near the middle than near the ends.
    pub(super) const fn bell(&mut self, width: u64) -> u64 {
        (self.below(width << POINT) + self.below(width << POINT) + self.below(width << POINT)) / 3
    }
}

/// Mixes the bits of a number, so that each depends on all others. Different numbers stay different.
pub(super) const fn mix(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

/// The entry of a list at a place, which wraps around.
pub(super) fn nth<T: Copy + Default>(list: &[T], place: u64) -> T {
    let length = u64::try_from(list.len()).unwrap_or(u64::MAX).max(1);
    let index = usize::try_from(place % length).unwrap_or_default();
    list.get(index).copied().unwrap_or_default()
}

/// Two to the power of a fixed-point number below 44, within 1%; exact for whole powers.
pub(super) const fn exp2(power: u64) -> u64 {
    const SLOPE: u64 = ONE * 6602 / 10_000;
    let (whole, part) = (power >> POINT, power & (ONE - 1));
    let mantissa = ONE + ((part * (SLOPE + (((ONE - SLOPE) * part) >> POINT))) >> POINT);
    (mantissa << whole) >> POINT
}

/// The logarithm to base two of a number of at least 1, as a fixed-point number, within 0.09.
pub(super) const fn log2(number: u64) -> u64 {
    let whole = number.ilog2() as u64;
    let part = ((number - (1 << whole)) << POINT) >> whole;
    (whole << POINT) + part
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_splitmix64() {
        let mut random = Random(1_234_567);
        assert_eq!([random.next(), random.next()], [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]);
    }

    #[test]
    fn powers_and_logarithms_are_near_the_true_ones() {
        for whole in 0..43 {
            assert_eq!((exp2(whole << POINT), log2(1 << whole)), (1 << whole, whole << POINT));
        }
        assert_eq!((exp2((10 << POINT) + ONE / 2), log2(1448)), (1449, 10_919_936));
    }

    #[test]
    fn ranks_follow_zipfs_law() {
        let mut random = Random::new(1, 2);
        let mut counts = [0_u32; 1023];
        for _ in 0..100_000 {
            counts[usize::try_from(random.zipf(0, 10)).unwrap()] += 1;
        }
        // The first rank of 1,023 gets a tenth by the law's definition here; the tenth a tenth of log2(11/10).
        assert!((9_500..10_500).contains(&counts[0]), "{}", counts[0]);
        assert!((1_200..1_550).contains(&counts[9]), "{}", counts[9]);
    }

    #[test]
    fn numbers_stay_below_their_end() {
        let mut random = Random::new(0, 0);
        assert!(
            (0..1000).all(|_| random.below(7) < 7 && random.bell(3) < 3 << POINT && random.below(1) == 0)
        );
        assert_eq!(random.below(0), 0);
        assert!((0..1000).all(|_| (-3..4).contains(&random.millis(-3, 4))));
    }
}
