//! What is no TOML, in words for those who do not know TOML.

use super::Fault;
use super::places::Lines;

/// What is no TOML, one fault a line: what follows in a line is mostly due to the first. (So each line
/// is looked at once, however many faults it has.)
pub(super) fn syntax_faults(text: &str, lines: &Lines, errors: &[toml::de::Error]) -> Vec<Fault> {
    let rows: Vec<&str> = text.lines().collect();
    let is_file = rows.len() == 1
        && std::path::Path::new(text.trim())
            .extension()
            .is_some_and(|kind| kind.eq_ignore_ascii_case("toml"));
    let fault = |(error, line): (&toml::de::Error, Option<usize>)| {
        let written = line.and_then(|line| rows.get(line - 1));
        let plain = twice(text, error).or_else(|| written.and_then(|row| in_plain_words(row)));
        let mut allowed = plain.unwrap_or_else(|| error.message().to_owned());
        if is_file {
            allowed +=
                "; if this is the name of a file, pass a Path: a str is the description itself";
        }
        Fault { field: String::new(), value: String::new(), allowed, line }
    };
    let mut errors: Vec<&toml::de::Error> = errors.iter().collect();
    errors.sort_by_key(|error| error.span().map(|span| span.start));
    let line = |error: &toml::de::Error| error.span().map(|span| lines.at(span.start));
    let mut errors: Vec<_> = errors.into_iter().map(|error| (error, line(error))).collect();
    errors.dedup_by_key(|(_, line)| *line);
    errors.into_iter().map(fault).collect()
}

/// A key that stands in its section, or a section that stands in the text, for the second time.
fn twice(text: &str, error: &toml::de::Error) -> Option<String> {
    let key = text.get(error.span()?)?.trim();
    (error.message() == "duplicate key").then(|| format!("`{key}` stands there twice"))
}

/// What is wrong with a line, if it is one of the usual slips.
fn in_plain_words(line: &str) -> Option<String> {
    // A text over several lines may hold anything.
    if line.contains("\"\"\"") || line.contains("'''") {
        return None;
    }
    let (bare, open) = without_texts(line);
    if bare.contains(['“', '”', '„', '‟', '«', '»', '‘', '’', '‚']) {
        return Some("use straight quotation marks, as in \"own\"".to_owned());
    }
    if let Some(text) = open {
        return Some(format!("a quotation mark is missing at the end of {text}"));
    }
    match bare.split_once('=') {
        Some((key, value)) => of_key(key.trim()).or_else(|| {
            let wrong = of_value(key.trim(), value.trim())?;
            // Of a table on one line the key is not known; of a text that names its key neither is needed.
            let named = is_name(key.trim()) && !value.contains('=') && !wrong.contains(" =`");
            Some(if named { format!("{}: {wrong}", key.trim()) } else { wrong })
        }),
        None => of_no_equals(bare.trim()),
    }
}

fn of_no_equals(line: &str) -> Option<String> {
    if line.starts_with('[') && !line.ends_with(']') {
        return Some(format!("`]` is missing at the end of `{line}`"));
    }
    let (key, mark) = match line.split_once(':') {
        Some((key, _)) => (key.trim(), "`:`"),
        None => (line.split_whitespace().next()?, "a blank"),
    };
    let more = line.len() > key.len() + 1 && is_name(key) && key.starts_with(char::is_alphabetic);
    more.then(|| format!("write `=` after `{key}`, not {mark}"))
}

fn of_key(key: &str) -> Option<String> {
    let words: Vec<&str> = key.split_whitespace().collect();
    let apart = words.len() > 1 && words.iter().all(|word| is_name(word));
    let joined = words.join("-");
    apart.then(|| format!("no blank may stand in `{key}`, before `=`: write `{joined}`"))
}

fn of_value(key: &str, value: &str) -> Option<String> {
    if value.is_empty() {
        return Some(format!("a value is missing after `{key} =`"));
    }
    let plain = |c: char| c.is_alphabetic() || c.is_whitespace() || c == '-' || c == '_';
    if value.contains(char::is_whitespace) && value.chars().all(plain) {
        return Some(quoted(value));
    }
    let numbers: Vec<&str> = value.split_whitespace().collect();
    if numbers.len() > 1 && numbers.iter().all(|number| number.parse::<i64>().is_ok()) {
        let list = numbers.join(", ");
        return Some(format!("`{value}` is more than one value: a list is [{list}]"));
    }
    let ends = |c: char| c.is_whitespace() || "[]{},".contains(c);
    // In a table such as `{ rows = 2 }` the last word before each `=` is a key.
    let parts: Vec<&str> = value.split('=').collect();
    let last = parts.len() - 1;
    parts.iter().enumerate().find_map(|(at, part)| {
        let mut words: Vec<&str> = part.split(ends).filter(|word| !word.is_empty()).collect();
        if at < last {
            words.pop();
        }
        words.into_iter().find_map(of_word)
    })
}

/// A word that stands as a value without quotation marks.
fn of_word(word: &str) -> Option<String> {
    let number = word.strip_suffix("..").or_else(|| word.strip_prefix(".."));
    if number.is_some_and(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()))
    {
        return Some(quoted(word));
    }
    if matches!(word, "true" | "false" | "inf" | "nan") || !word.starts_with(char::is_alphabetic) {
        return None;
    }
    if ["yes", "no", "on", "off", "true", "false"].contains(&word.to_lowercase().as_str()) {
        return Some(format!("write true or false, not {word}"));
    }
    (!word.contains('"')).then(|| quoted(word))
}

fn quoted(word: &str) -> String {
    format!("`{word}` must stand in quotation marks: \"{word}\"")
}

/// Whether this can be a key as it is.
fn is_name(word: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_' || c == '.';
    !word.is_empty() && word.chars().all(fits)
}

/// A line with nothing between its quotation marks and without its remark; and the text that has no
/// second mark, if there is one.
fn without_texts(line: &str) -> (String, Option<&str>) {
    let mut bare = String::new();
    let mut inside: Option<(char, usize)> = None;
    let mut escaped = false;
    for (at, c) in line.char_indices() {
        match inside {
            Some(('"', _)) if escaped => escaped = false,
            Some(('"', _)) if c == '\\' => escaped = true,
            Some((mark, _)) if c == mark => {
                inside = None;
                bare.push(c);
            }
            Some(_) => {}
            None if c == '#' => break,
            None => {
                if c == '"' || c == '\'' {
                    inside = Some((c, at));
                }
                bare.push(c);
            }
        }
    }
    (bare, inside.map(|(_, at)| line[at..].trim_end()))
}

#[cfg(test)]
mod tests {
    use super::in_plain_words;

    #[test]
    fn the_usual_slips_are_told_with_their_remedy() {
        for (line, part) in [
            (
                "direction = clockwise",
                "direction: `clockwise` must stand in quotation marks: \"clockwise\"",
            ),
            ("moves = { least = 2, direction = clockwise }", "`clockwise` must stand"),
            ("take = [\"facing\", landing]", "`landing` must stand"),
            ("name = Vai lung thlan", "`Vai lung thlan` must stand"),
            ("stores = yes", "stores: write true or false, not yes"),
            ("stores = True # of course", "write true or false, not True"),
            ("facing = 1..", "`1..` must stand in quotation marks: \"1..\""),
            ("KG 3 = \"Five stones.\"", "no blank may stand in `KG 3`, before `=`: write `KG-3`"),
            ("name = \"vai", "a quotation mark is missing at the end of \"vai"),
            ("name = “vai”", "use straight quotation marks"),
            ("side = ‘own’", "use straight quotation marks"),
            ("rows: 2", "write `=` after `rows`, not `:`"),
            ("rows 2", "write `=` after `rows`, not a blank"),
            ("[board", "`]` is missing at the end of `[board`"),
            ("seeds = 1 2 3", "`1 2 3` is more than one value: a list is [1, 2, 3]"),
            ("rows =", "a value is missing after `rows =`"),
        ] {
            let told = in_plain_words(line).unwrap_or_default();
            assert!(told.contains(part), "{line}: {told}");
        }
    }

    #[test]
    fn lines_that_are_in_order_are_not_blamed() {
        for line in [
            "name = \"a “quoted” name # and more\"",
            "board = { rows = 2, columns = 6, stores = true }",
            "clause = { when = \"X-1\", \"a b\" = 'Y' }",
            "seeds = [1, 2, 0x1F, 1979-05-27]",
            "[[landing]]",
            "    \"cannot_move\", \"above_half\",",
            "[1, 2]",
            "",
            "# rows: 2",
            "about = \"\"\"",
            "text = \"a \\\" b\"",
        ] {
            assert_eq!(in_plain_words(line), None, "{line}");
        }
    }
}
