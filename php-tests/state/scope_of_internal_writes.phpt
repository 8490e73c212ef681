--TEST--
EG-9: the scope in which PHP's own code writes properties, and the file and line that it names in errors, are no one else's
--DESCRIPTION--
Rules: io EG-9, ES-3
Order: independent
--FILE--
<?php
use function Async\{spawn, await, suspend};

// Writing the message of an exception destroys what was there, with the scope of class Exception. Here that is a stream whose
// filter has something left to write, and nothing reads.
class Holds extends Exception
{
    public function __construct(mixed $message) { $this->message = $message; }
    public function write() { parent::__construct('text'); return $this->message; }
}
function full_stream(): array
{
    [$writer, $reader] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    stream_set_blocking($writer, false);
    while (@fwrite($writer, str_repeat('x', 4096)) || @fwrite($writer, 'x'));
    stream_set_blocking($writer, true);
    stream_filter_append($writer, 'convert.base64-encode', STREAM_FILTER_WRITE);
    fwrite($writer, 'z');
    return [$writer, $reader];
}
class Other
{
    private $own = 1;
    public function read(string $name) { return $this->$name; }
}
[$writer, $reader] = full_stream();
$holds = new Holds($writer);
unset($writer);
$coroutine = spawn(fn() => $holds->write());
$others = 0;
for ($i = 0; $i < 10; $i++) {
    $others += (new Other)->read('own');
    try {
        echo (new Exception('hidden'))->message, "\n";
    } catch (Error) {
        $others++;
    }
    suspend();
}
echo $coroutine->isCompleted() ? 'was not left' : 'left', ", $others\n";
stream_set_blocking($reader, false);
while (!$coroutine->isCompleted()) {
    fread($reader, 65536);
    suspend();
}
echo await($coroutine), "\n";

// A constant is computed, and warns with the line of the constant that asked for it.
$lines = [];
set_error_handler(function ($type, $message, $file, $line) use (&$lines) {
    $lines[] = str_contains($message, 'array key') ? $message : "$message, $line";
    for ($i = 0; $i < 3; $i++) suspend();
    return true;
});
eval('class Computed { const LIST = [1]; const MISSING = self::LIST[5]; }');
eval(str_repeat("\n", 500) . 'class Asks { const VALUE = Computed::MISSING; }');
$coroutines = [spawn(fn() => Asks::VALUE)];
while (!$lines) suspend();
$coroutines[] = spawn(fn() => trigger_error('of another'));
foreach ($coroutines as $coroutine) await($coroutine);
echo str_replace((string) (__LINE__ - 2), 'its own line', implode('; ', $lines)), "\n";
--EXPECT--
left, 20
text
Undefined array key 5; of another, its own line
