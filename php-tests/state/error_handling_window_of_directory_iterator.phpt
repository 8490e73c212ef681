--TEST--
ES-2: a coroutine spawned inside the window, or resumed while its owner is suspended, has ordinary warnings; the owner keeps it
--DESCRIPTION--
Rules: ES-2, ES-1
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await};

set_error_handler(function ($no, $message) { echo "warning: $message\n"; return true; });
class Slow {
    public $context;
    function dir_opendir($path, $options) {
        $GLOBALS['inner'] = spawn(function () { hex2bin('a'); suspend(); hex2bin('abc'); return 'spawned inside'; });
        suspend(); suspend(); return false;
    }
}
stream_wrapper_register('slow', 'Slow');
$resumed = spawn(function () { suspend(); suspend(); hex2bin('abcde'); return 'resumed meanwhile'; });
$owner = spawn(function () {
    try { new DirectoryIterator('slow://x'); return 'no exception'; } catch (UnexpectedValueException $e) { return get_class($e); }
});
echo await($owner), "\n", await($resumed), "\n", await($inner), "\n";
// Outside the window the owner has ordinary warnings, too.
echo await(spawn(function () {
    try { new DirectoryIterator('/no/such/dir'); } catch (UnexpectedValueException) { }
    hex2bin('a'); return 'end';
})), "\n";
--EXPECT--
warning: hex2bin(): Hexadecimal input string must have an even length
warning: hex2bin(): Hexadecimal input string must have an even length
warning: hex2bin(): Hexadecimal input string must have an even length
UnexpectedValueException
resumed meanwhile
spawned inside
warning: hex2bin(): Hexadecimal input string must have an even length
end
