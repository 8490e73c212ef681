--TEST--
IO-6, SO-8: stream_set_timeout() limits the reads of a pipe and of a FIFO; the pipe stays usable, and other streams have their own time
--DESCRIPTION--
Rules: IO-6, io SO-8, io SO-7
Order: independent
--INI--
async.sim_time=1
--FILE--
<?php
use function Async\{spawn, await, delay};

require __DIR__ . '/../lib/server.php';

$dir = make_temporary_directory();
posix_mkfifo("$dir/fifo", 0600);

function pipe(): array
{
    $process = proc_open(['cat'], [['pipe', 'r'], ['pipe', 'w']], $pipes);
    return [$pipes[1], $pipes[0], $process];
}

$kinds = ['pipe' => pipe(...), 'fifo' => fn() => [$r = fopen("$dir/fifo", 'r+'), $r]];
// Only in coroutine context.
$pipe = pipe();
var_dump(stream_set_timeout($pipe[0], 1));
$state = fn($s) => array_intersect_key(stream_get_meta_data($s), ['timed_out' => 0, 'eof' => 0, 'blocked' => 0]);
$show = fn($what, $value) => print("  $what: " . json_encode($value) . "\n");
foreach ($kinds as $name => $open) {
    await(spawn(function () use ($name, $open, $state, $show) {
        echo "$name\n";
        [$read, $write, $process] = $open() + [2 => null];
        $show('set', stream_set_timeout($read, 0, 50_000));
        $show('before', $state($read));
        $show('fgets', fgets($read));
        $show('after fgets', $state($read));
        $show('fread', fread($read, 10));
        $show('after fread', $state($read));
        $show('feof', feof($read));
        // The other end is a process, which takes its time.
        stream_set_timeout($read, 20);
        fwrite($write, "data\n");
        fflush($write);
        $show('line', fgets($read));
        $show('after line', $state($read));
        // Each stream has its own time.
        stream_set_timeout($read, 0, 20_000);
        $order = [];
        $coroutines = [spawn(function () use ($read, &$order) { fread($read, 1); $order[] = 'limited'; })];
        $coroutines[] = spawn(function () use (&$order) { delay(500); $order[] = 'much later'; });
        array_map(await(...), $coroutines);
        $show('order', $order);
    }));
}
remove_tree($dir);
?>
--EXPECT--
bool(false)
pipe
  set: true
  before: {"timed_out":false,"blocked":true,"eof":false}
  fgets: false
  after fgets: {"timed_out":true,"blocked":true,"eof":false}
  fread: false
  after fread: {"timed_out":true,"blocked":true,"eof":false}
  feof: false
  line: "data\n"
  after line: {"timed_out":false,"blocked":true,"eof":false}
  order: ["limited","much later"]
fifo
  set: true
  before: {"timed_out":false,"blocked":true,"eof":false}
  fgets: false
  after fgets: {"timed_out":true,"blocked":true,"eof":false}
  fread: false
  after fread: {"timed_out":true,"blocked":true,"eof":false}
  feof: false
  line: "data\n"
  after line: {"timed_out":false,"blocked":true,"eof":false}
  order: ["limited","much later"]
