--TEST--
HK-6: a successful call leaves errno as it found it, whatever its wait needed; a refused one does not wait
--DESCRIPTION--
Rules: HK-6, HK-5
Order: dependent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/watchdog.php';

watchdog();
async_test_errno();
--EXPECT--
recv: done, errno kept
read: done, errno kept
poll of one: done, errno kept
recv of what is there: done, errno kept
poll of three: done, errno kept
select: done, errno kept
epoll_wait: done, errno kept
getaddrinfo: done, errno kept
gethostbyname: done, errno kept
usleep: done, errno kept
fclose of memory: done, errno kept
readv of too many parts: -1, Invalid argument
recv of a part: done, errno kept
send of a part: done, errno kept
