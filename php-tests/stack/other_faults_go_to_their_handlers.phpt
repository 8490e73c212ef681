--TEST--
D2: a fault elsewhere, or a signal that is sent, does what it did without the extension; nothing is handled before the first use
--DESCRIPTION--
Rules: FW-6
Order: independent
--SKIPIF--
<?php
if (!extension_loaded('pcntl') || !extension_loaded('posix')) die('skip needs pcntl and posix');
?>
--FILE--
<?php
require __DIR__ . '/../lib/child.php';
$head = <<<'PHP'
use function Async\{await, spawn, suspend};
function caught(): string
{
    preg_match('~^SigCgt:\s*([0-9a-f]+)~m', file_get_contents('/proc/self/status'), $m);
    return hexdec(substr($m[1], -4)) & 1 << SIGSEGV - 1 ? 'handled' : 'not handled';
}
PHP;
$missing = array_filter(['pcntl', 'posix'], fn($e) => file_exists(ini_get('extension_dir') . "/$e.so"));
$scripts = [
    'installed at the first use' => 'echo caught(), "\n"; await(spawn(fn() => 1)); echo caught(), "\n";',
    'sent, nobody handles it' => 'await(spawn(function () { posix_kill(getmypid(), SIGSEGV); suspend(); echo "alive\n"; }));',
    'sent, ignored before' => 'pcntl_signal(SIGSEGV, SIG_IGN);
        await(spawn(function () { posix_kill(getmypid(), SIGSEGV); suspend(); echo "alive\n"; }));',
    'sent, a handler from before' => 'pcntl_async_signals(true); pcntl_signal(SIGSEGV, function () { echo "handler\n"; });
        await(spawn(function () { posix_kill(getmypid(), SIGSEGV); suspend(); echo "alive\n"; }));',
    'sent, a handler from later' => 'pcntl_async_signals(true); await(spawn(fn() => 1));
        pcntl_signal(SIGSEGV, function () { echo "handler\n"; });
        await(spawn(function () { posix_kill(getmypid(), SIGSEGV); suspend(); echo "alive\n"; }));',
];
foreach ($scripts as $title => $code) {
    echo "-- $title\n";
    print_child(child_php("<?php\n$head\n$code\n", ['extension' => $missing]));
}
?>
--EXPECT--
-- installed at the first use
not handled
handled
[status 0]
-- sent, nobody handles it

[status 139]
-- sent, ignored before
alive
[status 0]
-- sent, a handler from before
handler
alive
[status 0]
-- sent, a handler from later
handler
alive
[status 0]
