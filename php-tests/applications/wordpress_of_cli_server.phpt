--TEST--
WordPress, unmodified, under PHP's own server with Xdebug and APCu: the pages of stock PHP, coroutines at once, nothing left behind
--DESCRIPTION--
Rules: MO-5, io CU-1, io DB-1, io SF-12
--EXTENSIONS--
curl
mysqli
pdo_mysql
posix
--SKIPIF--
<?php
require __DIR__ . '/../lib/applications/wordpress.php';
if ($why = missing_for_wordpress('php -S')) die("skip $why");
?>
--FILE--
<?php
require __DIR__ . '/../lib/applications/wordpress.php';
serve_wordpress('php -S', ['zend_extension' => ['opcache', 'xdebug'], 'xdebug.mode' => 'develop']);
--EXPECT--
pages: 200 200 200 200 200 200 404 200 200 200 200 405 404 404, the same
administration: 200 200 200 200 200 200 200 200 200 200, the same
login: 3 cookies, administration 200
200
request 1: answer of /1
query 1: Post 1
request 2: answer of /2
query 2: Post 2
request 3: answer of /3
query 3: Post 3
request 4: answer of /4
query 4: Post 4
request 5: answer of /5
query 5: Post 5
posts: Post 5, Post 4, Post 3, Post 2, Post 1, Hello world!
loaded: the same
coroutines: the same
at once: 5 5 instead of 1 1
400 requests of 400, no growth
