//! Spellings: from the name in Rust to the name on the wire, as serde's `rename_all` does it.

#[derive(Clone, Copy, Default)]
pub enum Casing {
    #[default]
    AsWritten,
    Camel,
    Lower,
    Upper,
    Snake,
}

impl Casing {
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "camelCase" => Casing::Camel,
            "lowercase" => Casing::Lower,
            "UPPERCASE" => Casing::Upper,
            "snake_case" => Casing::Snake,
            _ => return None,
        })
    }

    /// A field is written `snake_case` in Rust.
    pub fn field(self, name: &str) -> String {
        match self {
            Casing::AsWritten | Casing::Lower | Casing::Snake => name.to_owned(),
            Casing::Upper => name.to_ascii_uppercase(),
            Casing::Camel => {
                let mut words = name.split('_');
                let first = words.next().unwrap_or_default().to_owned();
                words.fold(first, |whole, word| whole + &capitalised(word))
            }
        }
    }

    /// A variant is written `PascalCase` in Rust.
    pub fn variant(self, name: &str) -> String {
        match self {
            Casing::AsWritten => name.to_owned(),
            Casing::Lower => name.to_ascii_lowercase(),
            Casing::Upper => name.to_ascii_uppercase(),
            Casing::Camel => {
                let mut letters = name.chars();
                letters
                    .next()
                    .map(|first| first.to_ascii_lowercase().to_string() + letters.as_str())
                    .unwrap_or_default()
            }
            Casing::Snake => {
                let mut snake = String::new();
                for letter in name.chars() {
                    if letter.is_ascii_uppercase() && !snake.is_empty() {
                        snake.push('_');
                    }
                    snake.push(letter.to_ascii_lowercase());
                }
                snake
            }
        }
    }
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_ascii_uppercase().to_string() + letters.as_str()).unwrap_or_default()
}
