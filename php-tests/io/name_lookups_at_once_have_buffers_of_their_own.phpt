--TEST--
DN-2, DN-3: gethostbyname() in several coroutines at once: none frees the buffer in which another waits for its answer
--DESCRIPTION--
Rules: DN-2, DN-3
Order: independent
--FILE--
<?php
use function Async\{spawn, await_all_or_fail, suspend};

require __DIR__ . '/../lib/watchdog.php';

watchdog();
$lookups = [];
foreach (['localhost', '127.0.0.1', '127.0.0.2', 'localhost', '127.0.0.3'] as $name) {
    $lookups[] = spawn(fn() => gethostbyname($name));
    $lookups[] = spawn(fn() => implode(' ', array_unique(gethostbynamel($name))));
}
$cancelled = spawn(fn() => gethostbyname('127.0.0.4'));
suspend();
$cancelled->cancel();
echo implode("\n", await_all_or_fail($lookups)), "\n";
--EXPECT--
127.0.0.1
127.0.0.1
127.0.0.1
127.0.0.1
127.0.0.2
127.0.0.2
127.0.0.1
127.0.0.1
127.0.0.3
127.0.0.3
