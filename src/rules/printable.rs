//! Texts of a description are shown in terminals, tables, pictures and pages: signs that would steer
//! these instead of being seen are refused.

use std::fmt::{self, Write};

use super::Rules;
use super::check::Faults;

/// Whether a sign steers what shows it: a control character, a line break that few programs know,
/// one that turns the direction of all that follows, or one that XML has no place for.
fn steers(sign: char) -> bool {
    sign.is_control()
        || matches!(
            sign,
            '\u{2028}'
                | '\u{2029}'
                | '\u{202a}'..='\u{202e}'
                | '\u{2066}'..='\u{2069}'
                | '\u{fffe}'
                | '\u{ffff}'
        )
}

/// Writes a text with the signs that steer as their numbers, `\u{1b}`.
pub(super) fn write_safely(text: &str, to: &mut impl Write) -> fmt::Result {
    text.chars().try_for_each(|sign| {
        if steers(sign) { write!(to, "{}", sign.escape_unicode()) } else { to.write_char(sign) }
    })
}

impl Rules {
    /// Every text holds signs that are seen; prose may have tabs and several lines.
    pub(super) fn check_texts(&self, faults: &mut Faults) {
        let mut check = |field: &str, text: &str, prose: bool| {
            let mut signs = text.chars().peekable();
            while let Some(sign) = signs.next() {
                let line_end = sign == '\n' || sign == '\r' && signs.peek() == Some(&'\n');
                if steers(sign) && !(prose && (line_end || sign == '\t')) {
                    let allowed = format!(
                        "holds U+{:04X}, which cannot be printed: allowed are letters, digits and \
                         other signs that are seen",
                        u32::from(sign)
                    );
                    faults.add(field, "", &allowed);
                    break;
                }
            }
        };
        let lines = [
            ("title", &self.title),
            ("region", &self.region),
            ("language", &self.language),
            ("source", &self.source),
            ("informant", &self.informant),
        ];
        for (field, text) in lines {
            check(field, text, false);
        }
        for (field, texts) in [("aliases", &self.aliases), ("names", &self.names)] {
            for (place, text) in texts.iter().enumerate() {
                check(&format!("{field}[{place}]"), text, false);
            }
        }
        check("about", &self.about, true);
        check("note", &self.note, true);
        for (number, text) in &self.clauses {
            check("clauses", number, false);
            check(&format!("clauses.{number}"), text, true);
        }
        for (path, axis) in self.axes() {
            for (field, text) in axis.clauses().texts() {
                let dot = if field.is_empty() { "" } else { "." };
                check(&format!("{path}.clause{dot}{field}"), text, false);
            }
        }
    }
}
