//! Statements of SQL as words and symbols, without white space, comments and quoted text. No more than what it takes to see
//! which statements change a session; it reports what it cannot decide.

/// Which quotes and comments there are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    MySql,
    PgSql,
    Sqlite,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Token<'a> {
    /// A keyword, a name without quotes, a number.
    Word(&'a [u8]),
    Symbol(u8),
    /// A string or a quoted name, with its quotes and what stands before them (`E'…'`, `U&"…"`).
    Quoted(&'a [u8]),
    /// A comment whose contents mysql executes.
    Executable,
    /// A quote or a comment has no end.
    Unterminated,
}

/// In which quotes a backslash takes the meaning of what follows it: servers can be configured to differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Escapes {
    Everywhere,
    /// Not in `"…"`: mysql with ANSI_QUOTES, pgsql without standard_conforming_strings.
    InStrings,
    Nowhere,
}

impl Dialect {
    /// How servers are configured as a rule, and how else they may be.
    pub fn escapes(self) -> (Escapes, &'static [Escapes]) {
        match self {
            Dialect::MySql => (Escapes::Everywhere, &[Escapes::InStrings, Escapes::Nowhere]),
            Dialect::PgSql => (Escapes::Nowhere, &[Escapes::InStrings]),
            Dialect::Sqlite => (Escapes::Nowhere, &[]),
        }
    }
}

/// Whether a word is one of those names, in whatever case.
pub fn is(word: &[u8], names: &[&str]) -> bool {
    names.iter().any(|name| word.eq_ignore_ascii_case(name.as_bytes()))
}

pub struct Scanner<'a> {
    rest: &'a [u8],
    dialect: Dialect,
    escapes: Escapes,
    ambiguous: bool,
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

impl<'a> Scanner<'a> {
    pub fn new(text: &'a [u8], dialect: Dialect) -> Scanner<'a> {
        Scanner::with_escapes(text, dialect, dialect.escapes().0)
    }

    pub fn with_escapes(text: &'a [u8], dialect: Dialect, escapes: Escapes) -> Scanner<'a> {
        Scanner { rest: text, dialect, escapes, ambiguous: false }
    }

    /// Whether a quote was met so far that ends elsewhere for a server with other [`Escapes`].
    pub fn is_ambiguous(&self) -> bool {
        self.ambiguous
    }

    /// Takes `length` bytes.
    fn take(&mut self, length: usize) -> &'a [u8] {
        let (taken, rest) = self.rest.split_at(length.min(self.rest.len()));
        self.rest = rest;
        taken
    }

    /// Skips white space and comments; the token that is none of them, if the comment is a token.
    fn skip(&mut self) -> Option<Token<'a>> {
        loop {
            let second = self.rest.get(1).copied();
            match self.rest.first().copied()? {
                byte if byte.is_ascii_whitespace() || byte == 0x0b => {
                    self.take(1);
                }
                b'#' if self.dialect == Dialect::MySql => self.skip_line(),
                b'-' if second == Some(b'-') && self.begins_comment() => self.skip_line(),
                b'/' if second == Some(b'*') => {
                    if self.dialect == Dialect::MySql && is_executable(&self.rest[2..]) {
                        self.rest = &[];
                        return Some(Token::Executable);
                    }
                    if !self.skip_comment() {
                        self.rest = &[];
                        return Some(Token::Unterminated);
                    }
                }
                _ => return None,
            }
        }
    }

    /// In mysql white space belongs to it.
    fn begins_comment(&self) -> bool {
        let third = self.rest.get(2);
        self.dialect != Dialect::MySql || third.is_none_or(|byte| byte.is_ascii_whitespace() || byte.is_ascii_control())
    }

    fn skip_line(&mut self) {
        let ends = |byte: u8| byte == b'\n' || (byte == b'\r' && self.dialect == Dialect::PgSql);
        let end = self.rest.iter().position(|byte| ends(*byte)).unwrap_or(self.rest.len());
        self.take(end);
    }

    /// Comments of pgsql nest.
    fn skip_comment(&mut self) -> bool {
        let mut depth = 0;
        loop {
            match self.rest {
                [b'/', b'*', ..] if depth == 0 || self.dialect == Dialect::PgSql => {
                    depth += 1;
                    self.take(2);
                }
                [b'*', b'/', ..] => {
                    depth -= 1;
                    self.take(2);
                    if depth == 0 {
                        return true;
                    }
                }
                [] => return self.dialect == Dialect::Sqlite,
                _ => {
                    self.take(1);
                }
            }
        }
    }

    /// Text between quotes; a doubled quote is part of it. Without `escapes` they depend on how the server is configured.
    fn quoted(&mut self, start: usize, end: u8, escapes: Option<bool>) -> Token<'a> {
        let mut at = start;
        let mut backslashes = 0;
        while let Some(byte) = self.rest.get(at).copied() {
            at += 1;
            if byte == b'\\' && escapes != Some(false) {
                backslashes += 1;
                continue;
            }
            let escaped = core::mem::take(&mut backslashes) % 2 == 1;
            if byte == end {
                self.ambiguous |= escaped && escapes.is_none();
                if escaped && escapes.unwrap_or(self.has_escapes(end)) {
                    continue;
                }
                if self.rest.get(at) != Some(&end) || end == b']' {
                    return Token::Quoted(self.take(at));
                }
                at += 1;
            }
        }
        self.rest = &[];
        Token::Unterminated
    }

    fn has_escapes(&self, quote: u8) -> bool {
        match self.escapes {
            Escapes::Everywhere => true,
            Escapes::InStrings => quote == b'\'',
            Escapes::Nowhere => false,
        }
    }

    /// Text of pgsql between two `$tag$`.
    fn dollar_quoted(&mut self) -> Option<Token<'a>> {
        let tag_end = self.rest[1..].iter().position(|byte| !is_word(*byte))? + 1;
        if self.rest[tag_end] != b'$' || self.rest[1].is_ascii_digit() {
            return None;
        }
        let tag = &self.rest[..=tag_end];
        let body = &self.rest[tag.len()..];
        match body.windows(tag.len()).position(|window| window == tag) {
            Some(end) => Some(Token::Quoted(self.take(end + 2 * tag.len()))),
            None => {
                self.rest = &[];
                Some(Token::Unterminated)
            }
        }
    }
}

/// The inside of a comment that mysql or MariaDB executes.
fn is_executable(inside: &[u8]) -> bool {
    inside.starts_with(b"!") || inside.starts_with(b"M!")
}

impl<'a> Iterator for Scanner<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        use Dialect::*;
        if let Some(token) = self.skip() {
            return Some(token);
        }
        let first = self.rest.first().copied()?;
        let dialect = self.dialect;
        match first {
            b'\'' => return Some(self.quoted(1, b'\'', if dialect == Sqlite { Some(false) } else { None })),
            b'"' => return Some(self.quoted(1, b'"', if dialect == MySql { None } else { Some(false) })),
            b'`' if dialect != PgSql => return Some(self.quoted(1, b'`', Some(false))),
            b'[' if dialect == Sqlite => return Some(self.quoted(1, b']', Some(false))),
            b'e' | b'E' if dialect == PgSql && self.rest.get(1) == Some(&b'\'') => {
                return Some(self.quoted(2, b'\'', Some(true)));
            }
            b'u' | b'U' if dialect == PgSql && matches!(self.rest.get(1..3), Some(b"&\"" | b"&'")) => {
                return Some(self.quoted(3, self.rest[2], Some(false)));
            }
            b'$' if dialect == PgSql => {
                if let Some(token) = self.dollar_quoted() {
                    return Some(token);
                }
            }
            _ => (),
        }
        if !is_word(first) {
            self.take(1);
            return Some(Token::Symbol(first));
        }
        // A name of pgsql may have it anywhere but at its start: it begins no quote there.
        let has_dollars = dialect == PgSql && !first.is_ascii_digit();
        let ends = |byte: u8| !(is_word(byte) || has_dollars && byte == b'$');
        let end = self.rest.iter().position(|byte| ends(*byte)).unwrap_or(self.rest.len());
        Some(Token::Word(self.take(end)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, dialect: Dialect) -> String {
        let tokens = Scanner::new(text.as_bytes(), dialect).map(|token| match token {
            Token::Word(word) => String::from_utf8_lossy(word).into_owned(),
            Token::Symbol(symbol) => char::from(symbol).to_string(),
            Token::Quoted(text) => format!("<{}>", String::from_utf8_lossy(text)),
            Token::Executable => "EXECUTABLE".to_owned(),
            Token::Unterminated => "UNTERMINATED".to_owned(),
        });
        tokens.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn comments_are_skipped() {
        assert_eq!(shown("/* a */ b -- c\n d # e\n f --g", Dialect::MySql), "b d f - - g");
        assert_eq!(shown("a --b\n c /* d /* e */ f */ g # h", Dialect::PgSql), "a c g # h");
        assert_eq!(shown("a /* b /* c */ d */ -- e", Dialect::Sqlite), "a d * /");
        assert_eq!(shown("a /* b", Dialect::Sqlite), "a");
        assert_eq!(shown("a /* b", Dialect::MySql), "a UNTERMINATED");
        assert_eq!(shown("/*!40101 a */", Dialect::MySql), "EXECUTABLE");
        assert_eq!(shown("a /*M! b */", Dialect::MySql), "a EXECUTABLE");
        assert_eq!(shown("/*! a */ b", Dialect::PgSql), "b");
    }

    #[test]
    fn ends_of_quotes_that_a_server_may_see_elsewhere() {
        let scan = |text: &str, dialect, escapes| {
            let mut scanner = Scanner::with_escapes(text.as_bytes(), dialect, escapes);
            let count = scanner.by_ref().count();
            (count, scanner.is_ambiguous())
        };
        use Dialect::*;
        use Escapes::*;
        assert_eq!(scan(r"'a\', b '", MySql, Everywhere), (1, true));
        assert_eq!(scan(r"'a\', b '", MySql, InStrings), (1, true));
        assert_eq!(scan(r"'a\', b ''", MySql, Nowhere), (4, true));
        assert_eq!(scan(r#""a\", b """#, MySql, InStrings), (4, true));
        assert_eq!(scan(r#""a\", b ""#, MySql, Everywhere), (1, true));
        assert_eq!(scan(r"'a\b' 'a\\' `a\`", MySql, Everywhere), (3, false));
        assert_eq!(scan(r"'a\\' '\'", PgSql, Nowhere), (2, true));
        assert_eq!(scan(r"'a\\', b ', c\'", PgSql, InStrings), (4, true));
        assert_eq!(scan(r#"'a\\' E'b\'' "c\" U&'\'"#, PgSql, Nowhere), (4, false));
        assert_eq!(scan(r"'a\'", Sqlite, Nowhere), (1, false));
    }

    #[test]
    fn names_of_pgsql() {
        assert_eq!(shown(r#"U&"a\0062" u&'c' U & "d""#, Dialect::PgSql), r#"<U&"a\0062"> <u&'c'> U & <"d">"#);
        assert_eq!(shown("a$b$, c, a$b$", Dialect::PgSql), "a$b$ , c , a$b$");
        assert_eq!(shown("a -- b\r c", Dialect::PgSql), "a c");
        assert_eq!(shown("a -- b\r c", Dialect::MySql), "a");
    }

    #[test]
    fn quotes_hide_what_is_in_them() {
        assert_eq!(shown(r"a 'b''c;' d 'e\';' f", Dialect::MySql), r"a <'b''c;'> d <'e\';'> f");
        assert_eq!(
            shown(r"'a\' b E'c\'' $$d;$$ $x$ $$e $x$ $1", Dialect::PgSql),
            r"<'a\'> b <E'c\''> <$$d;$$> <$x$ $$e $x$> $ 1"
        );
        assert_eq!(shown("`a``b` [c'] \"d\"", Dialect::Sqlite), "<`a``b`> <[c']> <\"d\">");
        assert_eq!(shown("a 'b", Dialect::Sqlite), "a UNTERMINATED");
        assert_eq!(shown("$a$ b", Dialect::PgSql), "UNTERMINATED");
        assert_eq!(shown(r"'a\", Dialect::MySql), "UNTERMINATED");
    }
}
