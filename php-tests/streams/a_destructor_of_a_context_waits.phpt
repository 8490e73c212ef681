--TEST--
SO-6: while fclose() waits in a destructor of the stream's context, a stream that lies where it lay is read as any other
--DESCRIPTION--
Rules: io SO-6
Order: independent
--FILE--
<?php
use function Async\{await, spawn, suspend};

class Waits
{
    public static bool $waits = false;
    public static bool $ends = false;
    function __destruct()
    {
        self::$waits = true;
        // Not for ever: what waits for fclose() is seen to fail.
        for ($i = 0; $i < 5000 && !self::$ends; $i++) suspend();
    }
}

$closing = spawn(function () {
    $stream = fopen(__FILE__, 'r');
    stream_context_set_option($stream, 'any', 'option', new Waits);
    return fclose($stream);
});
while (!Waits::$waits) suspend();

$streams = $lines = [];
for ($i = 0; $i < 60; $i++) {
    $streams[] = $stream = fopen(__FILE__, 'r');
    $lines[] = await(spawn(fn() => fgets($stream)));
}
var_dump(array_unique($lines));
array_map(fclose(...), $streams);
Waits::$ends = true;
var_dump(await($closing));
?>
--EXPECT--
array(1) {
  [0]=>
  string(6) "<?php
"
}
bool(true)
