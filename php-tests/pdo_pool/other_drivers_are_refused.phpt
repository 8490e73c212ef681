--TEST--
A driver that pools do not know is named in the refusal
--DESCRIPTION--
Rules: PP-3
Order: independent
--EXTENSIONS--
pdo_odbc
--FILE--
<?php
require __DIR__ . '/../lib/pdo_pool.php';

echo thrown(fn() => new PDO('odbc:Driver=None', null, null, [PDO::ATTR_POOL_ENABLED => true])), "\n";
echo thrown(fn() => new PDO('odbc:Driver=None', null, null, [PDO::ATTR_POOL_ENABLED => false])), "\n";
--EXPECT--
