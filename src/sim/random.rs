//! The generator behind simulation: SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators",
//! OOPSLA 2014). A counter with an odd step, scrambled: every seed is a good one.

const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// One stream of numbers. The same seed gives the same numbers on every machine.
pub struct Random {
    state: u64,
}

impl Random {
    pub const fn new(seed: u64) -> Random {
        Random { state: seed }
    }

    pub fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`, which is not 0. The bias of the multiplication is below 2^-32 for bounds below 2^32.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_reference_implementation() {
        let mut random = Random::new(1_234_567);
        let numbers: Vec<u64> = (0..5).map(|_| random.next()).collect();
        assert_eq!(
            numbers,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423,
                4_593_380_528_125_082_431,
                16_408_922_859_458_223_821
            ]
        );
    }

    #[test]
    fn numbers_below_a_bound_reach_all_of_them_about_equally_often() {
        for seed in 0..20 {
            let mut random = Random::new(seed);
            let mut counts = [0u32; 7];
            for _ in 0..7_000 {
                counts[random.below(7)] += 1;
            }
            assert!(counts.iter().all(|&count| (800..1_200).contains(&count)), "{seed}: {counts:?}");
        }
    }

    #[test]
    fn neighbouring_seeds_give_unrelated_numbers() {
        let mut equal = 0;
        for seed in 0..1_000 {
            equal += u32::from(Random::new(seed).below(2) == Random::new(seed + 1).below(2));
        }
        assert!((400..600).contains(&equal), "{equal}");
    }
}
