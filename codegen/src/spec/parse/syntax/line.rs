//! Single lines of YAML: indentation, key, quotes and brackets.

use crate::diagnostic::Span;

/// Line that is neither blank, nor a comment, nor part of a multi-line text.
pub(super) struct Line<'t> {
    file: usize,
    /// Number of the line, from 1.
    pub(super) number: usize,
    /// Byte offset of the line in the file.
    pub(super) start: usize,
    pub(super) text: &'t str,
    /// Number of leading spaces.
    pub(super) indent: usize,
}

/// Splits a text into lines, without blank lines, comments and multi-line texts.
pub(super) fn lines(file: usize, text: &str) -> Vec<Line<'_>> {
    let mut found: Vec<Line<'_>> = Vec::new();
    let mut start = 0;
    // Minimum indentation of the current multi-line text, and whether its first line comes next,
    // which determines the indentation.
    let mut block: Option<(usize, bool)> = None;
    for (at, text) in text.split('\n').enumerate() {
        let content = text.trim_start_matches(' ');
        let line = Line { file, number: at + 1, start, text, indent: text.len() - content.len() };
        start += text.len() + 1;
        if content.trim().is_empty() {
            continue;
        }
        if let Some((least, is_first)) = block.filter(|(least, _)| line.indent >= *least) {
            block = Some((if is_first { line.indent } else { least }, false));
            continue;
        }
        let is_comment = content.starts_with('#');
        block = (!is_comment && line.opens_text()).then_some((line.indent + 1, true));
        if !is_comment {
            found.push(line);
        }
    }
    found
}

/// Character of a line outside of quoted texts and comments, with its byte offset.
struct Letter {
    at: usize,
    letter: char,
    /// Whether a value, an item or a key begins here.
    begins: bool,
}

/// Result of scanning a line.
struct Scan {
    /// Characters outside of quotes and comments.
    letters: Vec<Letter>,
    /// Quote that is not closed on the line, with its byte offset.
    open_quote: Option<(usize, char)>,
    /// Byte offset of the comment at the end of the line.
    comment: Option<usize>,
}

impl<'t> Line<'t> {
    /// Returns the span of a byte range of the line.
    pub(super) fn span(&self, from: usize, to: usize) -> Span {
        let column = self.text.get(..from).unwrap_or_default().chars().count() + 1;
        Span { file: self.file, start: self.start + from, end: self.start + to, line: self.number, column }
    }

    /// Returns the line without surrounding blanks.
    pub(super) fn content(&self) -> &'t str {
        self.text.trim()
    }

    /// Returns the span of the line without surrounding blanks.
    pub(super) fn content_span(&self) -> Span {
        self.span(self.indent, self.text.trim_end().len())
    }

    /// Returns, for each leading dash, the byte offset at which its content begins.
    pub(super) fn dashes(&self) -> Vec<usize> {
        let mut at = self.indent;
        let mut found = Vec::new();
        while let Some(rest) = self.text.get(at..).and_then(|text| text.strip_prefix('-')) {
            if !rest.is_empty() && !rest.starts_with(' ') {
                break;
            }
            let next = at + 1 + (rest.len() - rest.trim_start_matches(' ').len());
            found.push(next);
            at = next;
        }
        found
    }

    /// Returns whether the line ends with `|` or `>` in place of a value.
    fn opens_text(&self) -> bool {
        let line = self.text.split(" #").next().unwrap_or_default().trim_end();
        let (before, mark) = line.rsplit_once(' ').unwrap_or(("", line));
        let before = before.trim_end();
        mark.starts_with(['|', '>']) && mark.len() <= 3 && (before.is_empty() || before.ends_with([':', '-']))
    }

    /// Returns whether the line begins with a key.
    pub(super) fn is_key(&self) -> bool {
        self.colon().is_some()
    }

    /// Returns the byte offset of the colon after the key; `None` if the line has no key.
    fn colon(&self) -> Option<usize> {
        let from = self.dashes().last().copied().unwrap_or(self.indent);
        let is_flow = self.text.get(from..).is_some_and(|text| text.starts_with(['{', '[']));
        let letters = self.scan().letters;
        let colon = letters.iter().find(|letter| letter.at >= from && self.is_colon(letter));
        colon.filter(|_| !is_flow).map(|colon| colon.at)
    }

    fn is_colon(&self, letter: &Letter) -> bool {
        letter.letter == ':'
            && self.text.get(letter.at + 1..).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    }

    /// Returns whether the lines below may belong to the line: it ends with a key, or is only a
    /// dash.
    pub(super) fn is_open(&self) -> bool {
        let content = self.text.split(" #").next().unwrap_or_default().trim_end();
        content.ends_with(':') || content.ends_with("- ") || content.trim_start() == "-"
    }

    /// Returns a quote that is not closed on the line, with its span.
    pub(super) fn open_quote(&self) -> Option<(Span, char)> {
        self.scan().open_quote.map(|(at, quote)| (self.span(at, at + 1), quote))
    }

    /// Returns the brackets of the line with their byte offsets, if `open` brackets are open before
    /// it.
    pub(super) fn brackets(&self, open: usize) -> Vec<(usize, char)> {
        let mut depth = open;
        let mut found = Vec::new();
        for letter in self.scan().letters {
            match letter.letter {
                '{' | '[' if letter.begins || depth > 0 => depth += 1,
                '}' | ']' if depth > 0 => depth -= 1,
                _ => continue,
            }
            found.push((letter.at, letter.letter));
        }
        found
    }

    /// Returns the byte offset of a comment behind the content.
    pub(super) fn comment(&self) -> Option<usize> {
        self.scan().comment
    }

    /// Scans the line for the characters outside of quotes and comments.
    fn scan(&self) -> Scan {
        let mut letters = Vec::new();
        let mut comment = None;
        let mut begins = true;
        let mut before = ' ';
        let mut all = self.text.char_indices().peekable();
        while let Some((at, letter)) = all.next() {
            if letter == '#' && before == ' ' {
                comment = Some(at);
                break;
            }
            if matches!(letter, '"' | '\'') && begins {
                let mut closed = false;
                while let Some((_, inner)) = all.next() {
                    let escaped = letter == '"' && inner == '\\';
                    let doubled = letter == '\'' && inner == '\'' && all.peek().is_some_and(|(_, next)| *next == '\'');
                    if escaped || doubled {
                        all.next();
                    } else if inner == letter {
                        closed = true;
                        break;
                    }
                }
                if !closed {
                    return Scan { letters, open_quote: Some((at, letter)), comment };
                }
                (before, begins) = (letter, false);
                continue;
            }
            letters.push(Letter { at, letter, begins });
            begins = match letter {
                '{' | '[' | ',' => true,
                ' ' => begins || matches!(before, ':' | '-'),
                _ => false,
            };
            before = letter;
        }
        Scan { letters, open_quote: None, comment }
    }
}
