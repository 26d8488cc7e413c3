//! Changes of a JSON text that keep it JSON: a value becomes another, odd one; a field goes, comes twice or gets another's
//! name. Bytes alone rarely get past the first bracket. Half of the time it is left to the engine and its bytes.

use serde_json::{Map, Value, json};

/// SplitMix64: every number follows from the one before.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound.max(1) as u64) as usize
    }
}

/// The new size of `data`, or none where the engine should do it by bytes. The first `head` bytes choose and stay.
pub fn mutate(data: &mut [u8], size: usize, max_size: usize, seed: u32, head: usize) -> Option<usize> {
    let mut dice = Dice(u64::from(seed));
    if dice.below(2) == 0 || size < head {
        return None;
    }
    let mut value: Value = serde_json::from_slice(data.get(head..size)?).ok()?;
    for _ in 0..=dice.below(3) {
        let place = dice.below(count(&value));
        change(&mut value, &mut { place }, &mut dice);
    }
    let text = value.to_string();
    let end = head + text.len();
    if end > max_size.min(data.len()) {
        return None;
    }
    data.get_mut(head..end)?.copy_from_slice(text.as_bytes());
    Some(end)
}

fn count(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(count).sum(),
        Value::Object(fields) => fields.values().map(count).sum(),
        _ => 0,
    }
}

/// True where the value of this number was found.
fn change(value: &mut Value, place: &mut usize, dice: &mut Dice) -> bool {
    if *place == 0 {
        *value = changed(std::mem::take(value), dice);
        return true;
    }
    *place -= 1;
    match value {
        Value::Array(items) => items.iter_mut().any(|item| change(item, place, dice)),
        Value::Object(fields) => fields.values_mut().any(|field| change(field, place, dice)),
        _ => false,
    }
}

fn changed(value: Value, dice: &mut Dice) -> Value {
    match (value, dice.below(4)) {
        (Value::Object(mut fields), 0 | 1) => {
            let names: Vec<String> = fields.keys().cloned().collect();
            if let (Some(one), Some(other)) = (names.get(dice.below(names.len())), names.get(dice.below(names.len()))) {
                match dice.below(3) {
                    0 => drop(fields.remove(one)),
                    1 => drop(fields.get(one).cloned().and_then(|field| fields.insert(other.clone(), field))),
                    _ => drop(fields.insert(format!("{one}2"), odd(dice))),
                }
            }
            Value::Object(fields)
        }
        (Value::Array(mut items), 0 | 1) => {
            match (dice.below(3), items.get(dice.below(items.len())).cloned()) {
                (0, Some(item)) => items.push(item),
                (1, Some(_)) => drop(items.pop()),
                _ => items.push(odd(dice)),
            }
            Value::Array(items)
        }
        (Value::Number(number), 0 | 1) => {
            let number = number.as_i64().unwrap_or_default();
            json!([number.wrapping_add(1), number.wrapping_neg(), number.wrapping_mul(1_000), 0][dice.below(4)])
        }
        (Value::Bool(on), 0..=2) => json!(!on),
        (Value::String(text), 0) => json!(format!("{text}{text}")),
        (Value::String(text), 1) => json!(text.chars().rev().collect::<String>()),
        (value, 2) => json!([value]),
        (_, _) => odd(dice),
    }
}

/// What readers stumble over.
fn odd(dice: &mut Dice) -> Value {
    match dice.below(24) {
        0 => Value::Null,
        1 => json!(true),
        2 => json!(-1),
        3 => json!(1.5),
        4 => json!(1e308),
        5 => json!(u64::MAX),
        6 => json!(i64::MIN),
        7 => json!(u64::from(u32::MAX) + 1),
        8 => json!(""),
        9 => json!([]),
        10 => json!({}),
        11 => json!("9999-12-31T23:59:59.999Z"),
        12 => json!("-271821-04-20T00:00:00Z"),
        13 => json!("2026-11-20T13:45:60+25:61"),
        14 => json!("\u{202e}\u{200b}\u{0}\u{feff}"),
        15 => json!("x".repeat(300)),
        16 => (0..40).fold(json!(0), |inner, _| json!([inner])),
        17 => Value::Object(Map::from_iter([("data".to_owned(), json!([null]))])),
        18 => json!("../../..//%2e"),
        19 => json!("chat"),
        20 => json!("101"),
        21 => json!("true"),
        22 => json!(253_402_300_800_000_i64),
        _ => json!(9_007_199_254_740_993_i64),
    }
}
