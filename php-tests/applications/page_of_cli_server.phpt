--TEST--
A page on Symfony, Doctrine, Guzzle and Predis, unmodified, under PHP's own server: as stock, at once in coroutines, nothing left behind
--DESCRIPTION--
Rules: MO-5, io CU-1, io CU-2, io ST-1, io DB-1
--EXTENSIONS--
curl
pdo_pgsql
posix
--SKIPIF--
<?php
require __DIR__ . '/../lib/applications/pages.php';
if ($why = missing_for_page('php -S')) die("skip $why");
?>
--FILE--
<?php
require __DIR__ . '/../lib/applications/pages.php';
serve('php -S');
--EXPECT--
http: 200, 6 calls, loaded the same, coroutines the same, 6 instead of 1 at once
redis: 200, 6 calls, loaded the same, coroutines the same, 6 instead of 1 at once
orm: 200, 6 calls, loaded the same, coroutines the same, 6 instead of 1 at once
200 requests of 200, no growth
