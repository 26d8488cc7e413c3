//! Writes where a target begins: one folder with inputs for each, and a dictionary of the wire's words.

use std::path::PathBuf;
use workspace_fuzz::{TARGETS, seeds};

fn main() -> std::io::Result<()> {
    let place = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| "target/fuzz".to_owned()));
    for target in &TARGETS {
        let folder = place.join(target.name).join("seeds");
        std::fs::create_dir_all(&folder)?;
        for (number, input) in seeds::of(target).into_iter().enumerate() {
            std::fs::write(folder.join(format!("{number:03}")), input)?;
        }
    }
    std::fs::write(place.join("words.dict"), seeds::dictionary())
}
