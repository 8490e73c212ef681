--TEST--
SO-6: two coroutines that close what the other one is inside of do not wait for ever: one of them is told, and does not close
--DESCRIPTION--
Rules: io SO-6, io CX-12, DD-3
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$code = <<<'PHP'
<?php
use function Async\{await, spawn, suspend};

class Closing
{
    public $context;
    public static array $closes;
    private string $name;
    private bool $begun = false;
    function stream_open(string $path) { $this->name = substr($path, strlen('closing://')); return true; }
    function stream_eof() { return false; }
    function stream_close() { echo "$this->name is closed\n"; }
    function stream_read(int $count)
    {
        if ($this->begun) {
            return "a line\n";
        }
        $this->begun = true;
        suspend();
        try {
            fclose(self::$closes[$this->name]);
        } catch (Async\AsyncCancellation $e) {
            echo "in $this->name: {$e->getMessage()}; ", $e->getPrevious()?->getMessage() ?? 'no error', "\n";
        }
        return "a line\n";
    }
}
stream_wrapper_register('closing', Closing::class);
$one = fopen('closing://one', 'r');
$other = fopen('closing://other', 'r');
Closing::$closes = ['one' => $other, 'other' => $one];
$readers = [spawn(fn() => fgets($one)), spawn(fn() => fgets($other))];
foreach ($readers as $reader) {
    for ($tries = 0; $tries < 3 && !$reader->isCompleted(); $tries++) {
        try {
            echo json_encode(await($reader)), "\n";
        } catch (Async\AsyncCancellation $e) {
            echo 'main: ', $e->getMessage(), "\n";
        }
    }
}
// The one that was not closed is as good as before.
echo json_encode([is_resource($one), is_resource($other)]), "\n";
echo fgets(is_resource($one) ? $one : $other);
PHP;
print_child(child_php($code, ['async.debug_deadlock' => 0]));
?>
--EXPECT--
main: Deadlock detected
main: Deadlock detected
in one: Deadlock detected; Cannot close what another coroutine is using, because nothing can be waited for here (stream)
one is closed
in other: Deadlock detected; no error
"a line\n"
[false,true]
a line

Fatal error: Uncaught Async\DeadlockError: Deadlock detected: no active coroutines, 3 coroutines in waiting in [no active file]:0
Stack trace:
#0 {main}

Next Async\DeadlockError: Deadlock detected: no active coroutines, 3 coroutines in waiting in [no active file]:0
Stack trace:
#0 {main}
  thrown in [no active file] on line 0
other is closed
[status 255]
