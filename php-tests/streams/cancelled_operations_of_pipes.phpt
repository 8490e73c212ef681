--TEST--
CX-6, IO-11: a cancelled read or write leaves a pipe as it is: nothing is lost, the end is not reached; the others are served
--DESCRIPTION--
Rules: io CX-6, IO-11, IO-8, io SO-7
Order: dependent
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/watchdog.php';

watchdog();
set_error_handler(fn($level, $text) => print("error handler: $text\n"));
$process = proc_open(['cat'], [['pipe', 'r'], ['pipe', 'w']], $pipes);
[$write, $read] = $pipes;
foreach (['fgets', 'fgetc', 'fread', 'stream_get_line', 'fgetcsv'] as $function) {
    $arguments = ['fread' => [10], 'stream_get_line' => [100, "\n"], 'fgetcsv' => [null, ',', '"', '']][$function] ?? [];
    $readers = [];
    for ($i = 0; $i < 3; $i++) {
        $readers[$i] = spawn(fn() => $function($read, ...$arguments));
    }
    suspend();
    $readers[0]->cancel();
    $readers[1]->cancel();
    suspend();
    suspend();
    var_dump(feof($read), stream_get_meta_data($read)['eof']);
    fwrite($write, $function === 'fgetc' ? 'x' : "$function\n");
    echo json_encode(await($readers[2])), "\n";
}

// A writer on a full pipe.
$sleeper = proc_open('sleep 0.3; cat', [['pipe', 'r'], ['pipe', 'w']], $pipes);
$writer = spawn(fn() => fwrite($pipes[0], str_repeat('a', 300_000)));
$next = spawn(fn() => fwrite($pipes[0], str_repeat('b', 300_000)));
suspend();
suspend();
$writer->cancel();
suspend();
$reader = spawn(fn() => stream_get_contents($pipes[1]));
var_dump(await($next));
fclose($pipes[0]);
$text = await($reader);
// What was written before the cancellation, then all of the other.
var_dump(ltrim($text, 'a') === str_repeat('b', 300_000), strlen($text) < 600_000);
// The end is the end, again and again.
var_dump(fread($pipes[1], 10), feof($pipes[1]), fread($pipes[1], 10));
?>
--EXPECT--
bool(false)
bool(false)
"fgets\n"
bool(false)
bool(false)
"x"
bool(false)
bool(false)
"fread\n"
bool(false)
bool(false)
"stream_get_line"
bool(false)
bool(false)
["fgetcsv"]
int(300000)
bool(true)
bool(true)
string(0) ""
bool(true)
string(0) ""
