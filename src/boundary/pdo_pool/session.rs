//! Which statements leave something behind in the session of a connection [primitives/PP-31, primitives/PP-32]. Their texts
//! are all there is to go by: what a function or a procedure does inside is not seen, apart from those that are called with
//! `CALL` and `DO`.

use super::scanner::{Dialect, Escapes, Scanner, Token, is};
use crate::engine::pdo::Driver;

/// What a statement may change.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Change {
    /// The next user of the connection would notice.
    pub session: bool,
    /// It may begin a transaction.
    pub transaction: bool,
    /// There is one statement at most.
    pub alone: bool,
}

/// What the text of one or more statements may change.
pub fn change(driver: Driver, text: &[u8]) -> Change {
    match driver {
        Driver::MySql => Change { session: changes_mysql(text), ..Change::default() },
        Driver::PgSql => Change { session: changes_pgsql(text), ..Change::default() },
        Driver::Sqlite => change_of_sqlite(text),
    }
}

/// Whether a text changes the session, whichever way the server is configured to read it. One that cannot be read to its
/// end another way is an error there.
fn in_any_reading(text: &[u8], dialect: Dialect, changes: fn(&mut Scanner) -> bool) -> bool {
    let mut scanner = Scanner::new(text, dialect);
    if changes(&mut scanner) {
        return true;
    }
    let read = |escapes: Escapes| Scanner::with_escapes(text, dialect, escapes);
    let is_whole = |escapes| read(escapes).all(|token| token != Token::Unterminated);
    scanner.is_ambiguous() && dialect.escapes().1.iter().any(|other| is_whole(*other) && changes(&mut read(*other)))
}

/// The name in quotes.
fn unquoted(quoted: &[u8]) -> &[u8] {
    match quoted {
        [b'`' | b'"', name @ .., _] => name,
        _ => b"",
    }
}

fn changes_mysql(text: &[u8]) -> bool {
    in_any_reading(text, Dialect::MySql, one_reading_of_mysql)
}

fn one_reading_of_mysql(scanner: &mut Scanner) -> bool {
    const STATEFUL: &[&str] =
        &["SET", "USE", "LOCK", "UNLOCK", "FLUSH", "HANDLER", "PREPARE", "DEALLOCATE", "XA", "CALL", "DO", "BACKUP"];
    let mut words = 0;
    // Still among the words that may come between CREATE and TEMPORARY.
    let mut creates = false;
    let mut defines = false;
    let mut executes = false;
    let mut ended = false;
    let mut gets_lock = false;
    for token in scanner {
        if ended && token != Token::Symbol(b';') {
            return true;
        }
        match token {
            Token::Executable | Token::Unterminated | Token::Symbol(b'@') => return true,
            Token::Quoted(text) if text.contains(&b'@') => return true,
            Token::Quoted(text) => {
                gets_lock = is(unquoted(text), &["GET_LOCK"]);
                continue;
            }
            Token::Symbol(b';') => ended = true,
            Token::Symbol(b'(') if gets_lock && !defines => return true,
            Token::Word(word) => {
                words += 1;
                if words == 1 {
                    if is(word, STATEFUL) {
                        return true;
                    }
                    executes = is(word, &["EXECUTE"]);
                    creates = is(word, &["CREATE"]);
                    defines = creates || is(word, &["ALTER"]);
                } else if words == 2 && executes {
                    // A prepared statement was prepared by a statement that changes the session.
                    if is(word, &["IMMEDIATE"]) {
                        return true;
                    }
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
    in_any_reading(text, Dialect::PgSql, one_reading_of_pgsql)
}

fn one_reading_of_pgsql(scanner: &mut Scanner) -> bool {
    const STATEFUL: &[&str] = &["RESET", "DISCARD", "LISTEN", "PREPARE", "DEALLOCATE", "DECLARE", "LOAD", "CALL", "DO"];
    // These end with the transaction.
    const OF_TRANSACTION: &[&str] = &["LOCAL", "TRANSACTION", "CONSTRAINTS"];
    let mut words = 0;
    // The last was SET, or one of the words that may say behind it that the change ends with the transaction.
    let (mut sets, mut sets_locally) = (false, false);
    let mut updates = false;
    let mut ended = false;
    for token in scanner {
        if ended && token != Token::Symbol(b';') {
            return true;
        }
        let was_set = core::mem::take(&mut sets);
        if was_set && !matches!(token, Token::Word(word) if is(word, OF_TRANSACTION)) {
            return true;
        }
        // There it is the first part of the name of a setting (`SET local.a = 1`).
        if core::mem::replace(&mut sets_locally, was_set) && token == Token::Symbol(b'.') {
            return true;
        }
        match token {
            Token::Unterminated => return true,
            Token::Symbol(b';') => ended = true,
            // What is in it is written in numbers.
            Token::Quoted([b'u' | b'U', _, b'"', name @ ..]) if name.contains(&b'\\') => return true,
            Token::Quoted([b'u' | b'U', _, quoted @ ..] | quoted) => {
                let name = unquoted(quoted);
                if tells_in_pgsql(name) || (updates && is(name, &["PG_SETTINGS"])) {
                    return true;
                }
            }
            Token::Word(word) => {
                words += 1;
                if words == 1 {
                    sets = is(word, &["SET"]);
                    if is(word, STATEFUL) {
                        return true;
                    }
                }
                updates |= is(word, &["UPDATE"]);
                let changes_setting = updates && is(word, &["PG_SETTINGS"]);
                if changes_setting || is(word, &["TEMP", "TEMPORARY", "UESCAPE"]) || tells_in_pgsql(word) {
                    return true;
                }
            }
            _ => (),
        }
    }
    false
}

/// Names that tell of a change wherever they are, in quotes or not.
fn tells_in_pgsql(name: &[u8]) -> bool {
    let begins_as = |prefix: &[u8]| name.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix));
    is(name, &["SET_CONFIG", "SETSEED"])
        || begins_as(b"PG_TEMP")
        || name.windows(8).any(|part| part.eq_ignore_ascii_case(b"advisory"))
}

/// Settings (PRAGMA) are those of a connection, and stay with it.
fn change_of_sqlite(text: &[u8]) -> Change {
    const TRANSACTION: &[&str] = &["BEGIN", "SAVEPOINT"];
    let mut found = Change { alone: true, ..Change::default() };
    let mut words = 0;
    let mut ended = false;
    let mut creates = false;
    // The last was the name of the schema of temporary tables.
    let mut temporary = false;
    for token in Scanner::new(text, Dialect::Sqlite) {
        let after_schema = core::mem::take(&mut temporary);
        found.alone &= !ended || token == Token::Symbol(b';');
        match token {
            Token::Symbol(b';') => (words, ended) = (0, true),
            Token::Symbol(b'.') => found.session |= creates && after_schema,
            Token::Quoted(name) => temporary = name.len() > 2 && is(&name[1..name.len() - 1], &["TEMP"]),
            Token::Word(word) => {
                words += 1;
                temporary = is(word, &["TEMP"]);
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
            "SELECT `get_lock`('a', 1)",
            "SELECT \"GET_LOCK\" ('a', 1)",
            "SELECT get_lock/* x */('a', 1)",
            "SELECT get_lock # x\n('a', 1)",
            r"SELECT '\', GET_LOCK('a', 1), '\'",
            r#"SELECT "\", GET_LOCK('a', 1), """#,
            "EXECUTE IMMEDIATE 'SET x = 1'",
            "BACKUP LOCK t",
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
            "SELECT `get_lock` FROM t",
            "EXECUTE p",
            "SELECT 'get_lock' (1)",
            r"SELECT 'it\'s; x'",
            r"SELECT 'a\\'",
            r#"SELECT 'a\'b', "c\"d""#,
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
            "SET \"search_path\" = 'a'",
            "SET \"search_path\" = local",
            "SET local.a = 1",
            "SET LOCAL x = 1; SET search_path = a",
            "SET LOCAL x = ';'; CREATE TEMP TABLE t (a int)",
            "SET /* ; */ TRANSACTION READ ONLY; SELECT 1",
            "SET CONSTRAINTS ALL DEFERRED -- ;\n; RESET ALL",
            "SET LOCAL x = $$;$$; SELECT 2",
            r"SET LOCAL x = '\'; SET search_path = a; --'",
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
            "SELECT \"set_config\"('a', 'b', false)",
            "SELECT pg_catalog.\"pg_advisory_lock\"(7)",
            "SELECT \"pg_catalog\" . /* x */ \"setseed\" -- y\n (0.5)",
            r#"SELECT U&"set\005fconfig"('a', 'b', false)"#,
            r#"SELECT U&"set_config"('a', 'b', false)"#,
            r#"SELECT U&"set!005fconfig" UESCAPE '!' ('a', 'b', false)"#,
            r"SELECT '\', set_config('a', 'b', false), 'c\'",
            "SELECT a$b$, set_config('a', 'b', false), a$b$",
            "SELECT 1 -- x\r, set_config('a', 'b', false)",
            "CREATE TABLE \"pg_temp\".t (a int)",
            "CREATE TABLE pg_temp_3.t (a int)",
            "UPDATE pg_settings SET setting = 'a' WHERE name = 'b'",
            "UPDATE \"pg_settings\" SET setting = 'a' WHERE name = 'b'",
        ] {
            assert!(changes_pgsql(text.as_bytes()), "{text}");
        }
        for text in [
            "SELECT 1;",
            "SET LOCAL x = 1",
            "SET LOCAL x = 1; -- done",
            "SET LOCAL a.b = 'c; d'",
            "SET TRANSACTION READ ONLY",
            "SET CONSTRAINTS ALL DEFERRED",
            "BEGIN",
            "UPDATE t SET a = 'TEMP'",
            "CREATE FUNCTION f() RETURNS int AS $$ SELECT 1; SELECT 2; $$ LANGUAGE sql",
            "SELECT a@@b FROM t",
            "LOCK TABLE t",
            "SELECT \"temp\" FROM t",
            "SELECT 'set_config', E'set_config', $$set_config$$",
            "SELECT setting FROM pg_settings",
            r"SELECT 'C:\' || 'x'",
            r#"SELECT U&"a", U & "b""#,
        ] {
            assert!(!changes_pgsql(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn statements_of_sqlite() {
        let change = |text: &str| change_of_sqlite(text.as_bytes());
        let (nothing, alone) = (Change::default(), Change { alone: true, ..Change::default() });
        assert_eq!(change("SELECT 'BEGIN'; INSERT INTO t VALUES (1)"), nothing);
        assert_eq!(change("PRAGMA foreign_keys = ON"), alone);
        assert_eq!(change("INSERT INTO t VALUES (1); begin"), Change { transaction: true, ..nothing });
        assert_eq!(change("SAVEPOINT a ; -- named"), Change { transaction: true, ..alone });
        for text in ["COMMIT", "END", "ROLLBACK TO a", "RELEASE a"] {
            assert_eq!(change(text), alone);
        }
        assert_eq!(change("ATTACH 'x' AS y"), Change { session: true, ..alone });
        assert_eq!(change("CREATE TEMP TABLE t (a)"), Change { session: true, ..alone });
        assert_eq!(change("CREATE TABLE temp (a)"), alone);
        for text in ["CREATE TABLE temp.t (a)", "CREATE TABLE \"temp\" . t (a)", "create view [temp].t AS SELECT 1"] {
            assert_eq!(change(text), Change { session: true, ..alone });
        }
    }
}
