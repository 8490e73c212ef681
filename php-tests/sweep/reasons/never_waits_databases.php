<?php

/*
 * Functions of PDO, SQLite3 and dba that have nothing to wait for: a reason, and the functions.
 */

return [
    'It works on what the object holds.' => '
        Pdo\Mysql::getWarningCount Pdo\Pgsql::escapeIdentifier Pdo\Pgsql::getPid Pdo\Pgsql::setNoticeCallback Pdo\Sqlite::createAggregate
        Pdo\Sqlite::createCollation Pdo\Sqlite::createFunction Pdo\Sqlite::openBlob
        PDOStatement::getIterator PDO::errorCode PDO::errorInfo PDO::getAvailableDrivers PDO::inTransaction PDO::quote
        PDOStatement::columnCount
        PDOStatement::debugDumpParams PDOStatement::rowCount PDOStatement::getAttribute SQLite3::changes SQLite3::version
        SQLite3::escapeString SQLite3::setAuthorizer SQLite3::busyTimeout SQLite3Stmt::clear SQLite3Stmt::getSQL SQLite3Stmt::paramCount
        SQLite3Stmt::readOnly SQLite3Stmt::reset SQLite3Stmt::close SQLite3Result::reset SQLite3Result::finalize
        PDOStatement::bindColumn PDOStatement::bindParam PDOStatement::bindValue PDOStatement::errorCode PDOStatement::errorInfo
        PDOStatement::setAttribute PDOStatement::setFetchMode SQLite3::lastInsertRowID SQLite3::lastErrorCode
        SQLite3::lastExtendedErrorCode SQLite3::lastErrorMsg SQLite3::enableExceptions SQLite3::enableExtendedResultCodes
        SQLite3::createFunction SQLite3::createAggregate SQLite3::createCollation SQLite3Stmt::bindParam SQLite3Stmt::bindValue
        SQLite3Result::numColumns SQLite3Result::columnName SQLite3Result::columnType',
    'The database is a file of the file system, and no query runs.' => '
        SQLite3::__construct SQLite3::open SQLite3::close SQLite3::backup SQLite3::openBlob',
    'Extensions are not loaded here.' => '
        SQLite3::loadExtension Pdo\Sqlite::loadExtension',
    'The base is a file of the file system.' => '
        dba_close dba_exists dba_firstkey dba_nextkey dba_delete dba_replace dba_optimize dba_sync',
];
