//! Changes of the known inputs, the same ones in each run: a small search that needs neither the engine nor a second build. The engine, which is guided by
//! the code's branches, finds more (`npm run fuzz`).

use crate::Target;
use crate::json::{self, Dice};

const LONGEST_INPUT: usize = 4_096;
/// Bytes that readers treat in a special way.
const SPECIAL: [u8; 12] = [0, b'\n', b'\r', b':', b'"', b'\\', b'{', b'}', b'[', b',', 0x7f, 0xff];

/// The change of this number: of one of the inputs, as JSON where it is JSON, else of its bytes.
pub fn mutation(target: &Target, inputs: &[Vec<u8>], number: u32) -> Vec<u8> {
    let mut dice = Dice(u64::from(number));
    let Some(input) = inputs.get(dice.below(inputs.len())) else { return Vec::new() };
    let mut data = vec![0; LONGEST_INPUT.max(input.len())];
    data[..input.len()].copy_from_slice(input);
    match json::mutate(&mut data, input.len(), LONGEST_INPUT, number, target.head) {
        Some(size) => data.truncate(size),
        None => {
            data.truncate(input.len());
            for _ in 0..=dice.below(4) {
                change_bytes(&mut data, inputs, &mut dice);
            }
            data.truncate(LONGEST_INPUT);
        }
    }
    data
}

fn change_bytes(data: &mut Vec<u8>, inputs: &[Vec<u8>], dice: &mut Dice) {
    let place = dice.below(data.len());
    match dice.below(6) {
        0 => data.truncate(place),
        1 if place < data.len() => drop(data.remove(place)),
        2 if place < data.len() => data[place] = SPECIAL[dice.below(SPECIAL.len())],
        3 if place < data.len() => data[place] ^= 1 << dice.below(8),
        4 => data.insert(place, SPECIAL[dice.below(SPECIAL.len())]),
        _ => {
            // The end of another input.
            let other = inputs.get(dice.below(inputs.len())).map_or(&[][..], Vec::as_slice);
            data.truncate(place);
            data.extend_from_slice(&other[dice.below(other.len()).min(other.len())..]);
        }
    }
}
