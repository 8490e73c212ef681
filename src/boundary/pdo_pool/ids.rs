//! Which statements make ids and which ask for the last one [primitives/PP-14, primitives/PP-31]. The ids are the
//! connection's: a user that has made none is not to be told those of the user before.

use super::scanner::{Dialect, Scanner, Token, is};
use crate::engine::pdo::Driver;

/// What a text has to do with ids.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ids {
    /// It may make one.
    pub makes: bool,
    /// It asks for the last one, in a way that can be taken from it.
    pub asks: bool,
}

/// What the text of one or more statements has to do with ids.
pub fn ids(driver: Driver, text: &[u8]) -> Ids {
    match driver {
        Driver::MySql => of_mysql(text),
        Driver::PgSql => of_pgsql(text),
        Driver::Sqlite => Ids { makes: has_word(text, Dialect::Sqlite, &["INSERT", "REPLACE"]), asks: false },
    }
}

fn has_word(text: &[u8], dialect: Dialect, names: &[&str]) -> bool {
    Scanner::new(text, dialect).any(|token| matches!(token, Token::Word(word) if is(word, names)))
}

/// What a function or a trigger inserts counts only for itself.
fn of_mysql(text: &[u8]) -> Ids {
    const MAKE: &[&str] = &["INSERT", "REPLACE", "LOAD", "CALL", "DO", "EXECUTE"];
    const ASK: &[&str] = &["LAST_INSERT_ID"];
    let mut found = Ids::default();
    // Behind the name of the function, and behind its parenthesis: with an argument it makes that the last id.
    let (mut named, mut called) = (false, false);
    for token in Scanner::new(text, Dialect::MySql) {
        let (was_named, was_called) = (core::mem::take(&mut named), core::mem::take(&mut called));
        found.makes |= was_called && token != Token::Symbol(b')');
        match token {
            Token::Word(word) => {
                found.makes |= is(word, MAKE);
                named = is(word, ASK);
                found.asks |= named || (is(word, &["IDENTITY"]) && text.contains(&b'@'));
            }
            Token::Quoted(name) if name.starts_with(b"`") => {
                named = is(&name[1..name.len() - 1], ASK);
                found.asks |= named;
            }
            Token::Symbol(b'(') => called = was_named,
            Token::Executable | Token::Unterminated => found.makes = true,
            _ => (),
        }
    }
    found
}

/// Any function may make one, so all that calls some other than these counts.
fn of_pgsql(text: &[u8]) -> Ids {
    const ASK: &[&str] = &["LASTVAL", "CURRVAL"];
    const HARMLESS: &[&str] = &[
        "SELECT", "FROM", "JOIN", "WHERE", "AND", "OR", "NOT", "IN", "EXISTS", "ANY", "ALL", "SOME", "AS", "ON",
        "USING", "BY", "HAVING", "UNION", "VALUES", "CASE", "WHEN", "THEN", "ELSE", "COUNT", "SUM", "MIN", "MAX",
        "AVG", "COALESCE", "PG_SLEEP",
    ];
    const FIRST: &[&str] = &[
        "SELECT",
        "BEGIN",
        "START",
        "SAVEPOINT",
        "COMMIT",
        "END",
        "ROLLBACK",
        "RELEASE",
        "ABORT",
        "SHOW",
        "SET",
        "LOCK",
        "VALUES",
    ];
    let mut found = Ids::default();
    let mut begins = true;
    // The last was a name that a call would be of.
    let mut named = false;
    for token in Scanner::new(text, Dialect::PgSql) {
        let calls = core::mem::take(&mut named);
        match token {
            Token::Symbol(b'(') => found.makes |= calls,
            Token::Symbol(b';') => begins = true,
            Token::Word(word) => {
                if core::mem::take(&mut begins) {
                    found.makes |= !is(word, FIRST);
                }
                found.makes |= is(word, &["INTO"]);
                found.asks |= is(word, ASK);
                named = !is(word, ASK) && !is(word, HARMLESS);
            }
            Token::Quoted(quoted) => {
                let name = quoted.strip_prefix(b"\"").and_then(|name| name.strip_suffix(b"\"")).unwrap_or(b"");
                found.asks |= is(name, ASK);
                named = !is(name, ASK);
            }
            Token::Executable | Token::Unterminated => found.makes = true,
            _ => (),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(driver: Driver, text: &str) -> (bool, bool) {
        let found = ids(driver, text.as_bytes());
        (found.makes, found.asks)
    }

    #[test]
    fn texts_that_make_ids_or_ask_for_them() {
        use Driver::*;
        for text in ["SELECT 1", "SELECT count(*) FROM t WHERE a IN (1, 2)", "BEGIN; SHOW x", "SELECT (1)"] {
            assert_eq!(shown(PgSql, text), (false, false), "{text}");
        }
        for text in [
            "INSERT INTO t VALUES (1)",
            "SELECT f(1)",
            "SELECT \"f\" (1)",
            "SELECT 1; UPDATE t SET a = 1",
            "SELECT 1 INTO t",
        ] {
            assert_eq!(shown(PgSql, text), (true, false), "{text}");
        }
        assert_eq!(shown(PgSql, "SELECT lastval()"), (false, true));
        assert_eq!(shown(PgSql, "SELECT pg_catalog.\"currval\"('a')"), (false, true));
        assert_eq!(shown(PgSql, "SELECT nextval('a'), lastval()"), (true, true));
        assert_eq!(shown(MySql, "SELECT last_insert_id()"), (false, true));
        assert_eq!(shown(MySql, "SELECT @@identity"), (false, true));
        assert_eq!(shown(MySql, "SELECT `last_insert_id`()"), (false, true));
        assert_eq!(shown(MySql, "INSERT INTO t VALUES (last_insert_id())"), (true, true));
        assert_eq!(shown(MySql, "UPDATE t SET a = LAST_INSERT_ID(a + 1)"), (true, true));
        assert_eq!(shown(MySql, "SELECT `last_insert_id` ( /* no argument */ ), (1)"), (false, true));
        assert_eq!(shown(MySql, "SELECT last_insert_id('5')"), (true, true));
        assert_eq!(shown(MySql, "UPDATE t SET a = 'INSERT'"), (false, false));
        assert_eq!(shown(Sqlite, "WITH a AS (SELECT 1) INSERT INTO t SELECT 1"), (true, false));
        assert_eq!(shown(Sqlite, "SELECT last_insert_rowid()"), (false, false));
    }
}
