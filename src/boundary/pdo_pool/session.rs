//! Which statements leave something behind in the session of a connection (PP-31, PP-32). Their texts are all there is to go
//! by: what a function or a procedure does inside is not seen, apart from those that are called with `CALL` and `DO`.

use super::scanner::{Dialect, Scanner, Token};
use crate::engine::pdo::Driver;

/// What a statement may change.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Change {
    /// The next user of the connection would notice.
    pub session: bool,
    /// It begins or ends a transaction.
    pub transaction: bool,
}

/// What the text of one or more statements may change.
pub fn change(driver: Driver, text: &[u8]) -> Change {
    match driver {
        Driver::MySql => Change { session: changes_mysql(text), transaction: false },
        Driver::PgSql => Change { session: changes_pgsql(text), transaction: false },
        Driver::Sqlite => change_of_sqlite(text),
    }
}

fn is(word: &[u8], names: &[&str]) -> bool {
    names.iter().any(|name| word.eq_ignore_ascii_case(name.as_bytes()))
}

fn changes_mysql(text: &[u8]) -> bool {
    const STATEFUL: &[&str] =
        &["SET", "USE", "LOCK", "UNLOCK", "FLUSH", "HANDLER", "PREPARE", "DEALLOCATE", "XA", "CALL", "DO"];
    let mut words = 0;
    // Still among the words that may come between CREATE and TEMPORARY.
    let mut creates = false;
    let mut defines = false;
    let mut ended = false;
    let mut gets_lock = false;
    for token in Scanner::new(text, Dialect::MySql) {
        if ended && token != Token::Symbol(b';') {
            return true;
        }
        match token {
            Token::Executable | Token::Unterminated | Token::Symbol(b'@') => return true,
            Token::Quoted(text) if text.contains(&b'@') => return true,
            Token::Symbol(b';') => ended = true,
            Token::Symbol(b'(') if gets_lock && !defines => return true,
            Token::Word(word) => {
                words += 1;
                if words == 1 {
                    if is(word, STATEFUL) {
                        return true;
                    }
                    creates = is(word, &["CREATE"]);
                    defines = creates || is(word, &["ALTER"]);
                } else if creates {
                    if is(word, &["TEMPORARY"]) {
                        return true;
                    }
                    creates = is(word, &["OR", "REPLACE"]);
                }
                gets_lock = is(word, &["GET_LOCK"]);
                continue;
            }
            _ => (),
        }
        gets_lock = false;
    }
    false
}

fn changes_pgsql(text: &[u8]) -> bool {
    const STATEFUL: &[&str] = &["RESET", "DISCARD", "LISTEN", "PREPARE", "DEALLOCATE", "DECLARE", "LOAD", "CALL", "DO"];
    const TELLING: &[&str] = &["TEMP", "TEMPORARY", "PG_TEMP", "SET_CONFIG", "SETSEED"];
    let mut words = 0;
    let mut sets = false;
    let mut ended = false;
    for token in Scanner::new(text, Dialect::PgSql) {
        if ended && token != Token::Symbol(b';') {
            return true;
        }
        match token {
            Token::Unterminated => return true,
            Token::Symbol(b';') => ended = true,
            Token::Word(word) => {
                words += 1;
                if words == 1 {
                    sets = is(word, &["SET"]);
                    if is(word, STATEFUL) {
                        return true;
                    }
                } else if words == 2 && sets {
                    // These end with the transaction.
                    return !is(word, &["LOCAL", "TRANSACTION", "CONSTRAINTS"]);
                }
                let takes_advisory_lock = word.to_ascii_lowercase().windows(8).any(|part| part == b"advisory");
                if is(word, TELLING) || takes_advisory_lock {
                    return true;
                }
            }
            _ => (),
        }
    }
    false
}

/// Settings (PRAGMA) are those of a connection, and stay with it.
fn change_of_sqlite(text: &[u8]) -> Change {
    const TRANSACTION: &[&str] = &["BEGIN", "SAVEPOINT", "COMMIT", "END", "ROLLBACK", "RELEASE"];
    let mut found = Change::default();
    let mut words = 0;
    let mut creates = false;
    for token in Scanner::new(text, Dialect::Sqlite) {
        match token {
            Token::Symbol(b';') => words = 0,
            Token::Word(word) => {
                words += 1;
                if words == 1 {
                    found.session |= is(word, &["ATTACH", "DETACH"]);
                    found.transaction |= is(word, TRANSACTION);
                    creates = is(word, &["CREATE"]);
                } else if words == 2 {
                    found.session |= creates && is(word, &["TEMP", "TEMPORARY"]);
                }
            }
            _ => (),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_of_mysql_that_leave_something() {
        for text in [
            "SET sql_mode = ''",
            " set names utf8",
            "/* x */ USE test",
            "LOCK TABLES t READ",
            "UNLOCK TABLES",
            "FLUSH STATUS",
            "HANDLER t OPEN",
            "PREPARE s FROM 'SELECT 1'",
            "DEALLOCATE PREPARE s",
            "XA START 'x'",
            "CALL p()",
            "DO SLEEP(1)",
            "CREATE TEMPORARY TABLE t (a INT)",
            "create or replace temporary table t (a int)",
            "SELECT @a",
            "SELECT 1 INTO @a",
            "SELECT 'a@b'",
            "SELECT GET_LOCK('a', 1)",
            "select get_lock ('a', 1)",
            "SELECT 1; SET @a = 1",
            "SELECT 1; SELECT 2",
            "SELECT /*!40000 SQL_NO_CACHE */ 1",
            "/*M! SET x = 1 */",
            "SELECT 1 /* open",
            "SELECT 'open",
        ] {
            assert!(changes_mysql(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn statements_of_mysql_that_leave_nothing() {
        for text in [
            "SELECT 1",
            "(SELECT 1) UNION (SELECT 2)",
            "SELECT 1;",
            "SELECT 1 ; -- done",
            "INSERT INTO t VALUES ('SET x')",
            "UPDATE t SET a = 1",
            "CREATE TABLE t (a INT)",
            "CREATE TABLE temporary_t (a INT)",
            "DROP TEMPORARY TABLE t",
            "SELECT get_lock FROM t",
            "CREATE FUNCTION f() RETURNS INT RETURN GET_LOCK('a', 1)",
            "START TRANSACTION",
            "COMMIT",
            "SELECT 1 -- a@b",
            "# SET\nSELECT 1",
            "SELECT ';'",
            "ALTER TABLE t ADD b INT",
            "SELECT `set`",
            "",
            " ; ",
        ] {
            assert!(!changes_mysql(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn statements_of_pgsql() {
        for text in [
            "SET search_path = a",
            "set session x = 1",
            "RESET ALL",
            "LISTEN a",
            "PREPARE p AS SELECT 1",
            "DEALLOCATE p",
            "DECLARE c CURSOR WITH HOLD FOR SELECT 1",
            "LOAD 'x'",
            "CALL p()",
            "DO $$ BEGIN END $$",
            "DISCARD PLANS",
            "CREATE TEMP TABLE t (a int)",
            "CREATE LOCAL TEMPORARY TABLE t (a int)",
            "SELECT 1 INTO TEMP t",
            "SELECT pg_advisory_lock(1)",
            "SELECT pg_try_advisory_lock(1)",
            "SELECT set_config('a', 'b', false)",
            "SELECT setseed(0.5)",
            "SELECT 1; SELECT 2",
            "SELECT 'open",
        ] {
            assert!(changes_pgsql(text.as_bytes()), "{text}");
        }
        for text in [
            "SELECT 1;",
            "SET LOCAL x = 1",
            "SET TRANSACTION READ ONLY",
            "SET CONSTRAINTS ALL DEFERRED",
            "BEGIN",
            "UPDATE t SET a = 'TEMP'",
            "CREATE FUNCTION f() RETURNS int AS $$ SELECT 1; SELECT 2; $$ LANGUAGE sql",
            "SELECT a@@b FROM t",
            "LOCK TABLE t",
        ] {
            assert!(!changes_pgsql(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn statements_of_sqlite() {
        let change = |text: &str| change_of_sqlite(text.as_bytes());
        assert_eq!(change("SELECT 'BEGIN'; INSERT INTO t VALUES (1)"), Change::default());
        assert_eq!(change("PRAGMA foreign_keys = ON"), Change::default());
        assert_eq!(change("INSERT INTO t VALUES (1); begin"), Change { session: false, transaction: true });
        assert_eq!(change("RELEASE a"), Change { session: false, transaction: true });
        assert_eq!(change("ATTACH 'x' AS y"), Change { session: true, transaction: false });
        assert_eq!(change("CREATE TEMP TABLE t (a)"), Change { session: true, transaction: false });
        assert_eq!(change("CREATE TABLE temp (a)"), Change::default());
    }
}
