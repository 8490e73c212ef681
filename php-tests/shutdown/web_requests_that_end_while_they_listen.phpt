--TEST--
A request that ends by exit or an exception while it listens does not hold up the next one of its process
--DESCRIPTION--
Rules: SH-8, MO-5, FS-11, SG-8
Order: independent
--SKIPIF--
<?php if (!getenv('TEST_EXTENSION_PATH')) die('skip needs the path of the extension in TEST_EXTENSION_PATH'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/server.php';

$server = start_php_server(<<<'PHP'
<?php
class Kept { static $all = []; }
Kept::$all = [
    new Async\FileSystemWatcher(__DIR__, recursive: true),
    Async\signal(Async\Signal::SIGUSR1)->ignore(),
    Async\signal(Async\Signal::SIGUSR2)->ignore(),
];
Async\delay(1);
$watches = 0;
foreach (glob('/proc/self/fdinfo/*') as $file) $watches += preg_match_all('/^inotify /m', (string) @file_get_contents($file));
echo "$watches watched, ";
match ($_SERVER['REQUEST_URI']) {
    '/exit' => exit('exit'),
    '/coroutine' => Async\spawn(function () { exit('exit in a coroutine'); }),
    '/exception' => throw new Exception('exception'),
    '/fatal' => str_repeat('x', 1 << 30),
    '/close' => [Kept::$all[0]->close(), Kept::$all = [], print 'closed'],
};
PHP, 1, ['-d', 'extension=' . getenv('TEST_EXTENSION_PATH'), '-d', 'html_errors=0', '-d', 'memory_limit=64M']);

foreach (['/exit', '/exit', '/coroutine', '/exception', '/exit', '/fatal', '/exit', '/close', '/exit'] as $path) {
    $context = stream_context_create(['http' => ['ignore_errors' => true, 'timeout' => 10]]);
    $body = (string) file_get_contents($server->url($path), false, $context);
    echo $path, ': ', rtrim(preg_replace('~(Allowed| in /).*|\s+~s', ' ', $body)), "\n";
}
var_dump($server->stop());
--EXPECT--
/exit: 2 watched, exit
/exit: 2 watched, exit
/coroutine: 2 watched, exit in a coroutine
/exception: 2 watched, Fatal error: Uncaught Exception: exception
/exit: 2 watched, exit
/fatal: 2 watched, Fatal error:
/exit: 2 watched, exit
/close: 2 watched, closed
/exit: 2 watched, exit
bool(true)
