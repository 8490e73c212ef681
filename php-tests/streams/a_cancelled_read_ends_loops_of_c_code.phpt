--TEST--
CX-3: a loop of C code over a directory of user space, or to the end of a pipe, ends with the read that is cancelled
--DESCRIPTION--
Rules: io CX-3, io SO-9, SU-5
Order: independent
--EXTENSIONS--
posix
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$ini = ['extension' => shared_extensions('posix')];
$before = <<<'PHP'
    <?php
    use function Async\{spawn, await, delay, graceful_shutdown};
    class Slow
    {
        public $context;
        private int $entries = 0;
        function dir_opendir() { return true; }
        function dir_readdir() { if ($this->entries++ > 3) return false; delay(1_000_000); return "name$this->entries"; }
        function dir_closedir() { return true; }
    }
    class Throwing extends Slow
    {
        private int $answers = 0;
        function dir_readdir() { if ($this->answers++ < 2) return "name"; throw new Exception('thrown'); }
    }
    class Text
    {
        function __toString() { throw new Exception('unfit'); }
    }
    class Unfit extends Slow
    {
        private int $answers = 0;
        function dir_readdir() { if ($this->answers++ < 2) return "name"; return new Text; }
    }
    stream_wrapper_register('slow', 'Slow');
    stream_wrapper_register('throwing', 'Throwing');
    stream_wrapper_register('unfit', 'Unfit');
    posix_mkfifo($fifo = sys_get_temp_dir() . '/fifo' . getmypid(), 0600);
    $writer = fopen($fifo, 'r+');
    fwrite($writer, "<html>\n");
    register_shutdown_function(function () use ($fifo) { unlink($fifo); echo "shutdown\n"; });
    $coroutine = spawn(fn() => CALL);
    delay(20);

    PHP;
$ways = [
    'cancel' => '$coroutine->cancel(); try { await($coroutine); } catch (Cancellation $e) { echo "cancelled\n"; } echo "alive\n";',
    'exit' => 'spawn(function () { exit(3); }); delay(1_000_000);',
    'graceful shutdown' => 'graceful_shutdown();',
];
foreach (['scandir("slow://x")', 'get_meta_tags($fifo)'] as $call) {
    foreach ($ways as $name => $way) {
        ['out' => $out, 'status' => $status] = child_php(str_replace('CALL', $call, $before) . $way, $ini, seconds: 20);
        echo "$call, $name: ", strtr(trim($out), "\n", ' '), " $status\n";
    }
}
foreach (['throwing', 'unfit'] as $wrapper) {
    $way = 'try { await($coroutine); } catch (Exception $e) { echo $e->getMessage(), "\n"; }';
    ['out' => $out, 'status' => $status] = child_php(str_replace('CALL', "scandir('$wrapper://x')", $before) . $way, $ini, seconds: 20);
    echo strtr(trim($out), "\n", ' '), " $status\n";
}
// What was cancelled is open, and goes on.
['out' => $out] = child_php(str_replace('CALL', '0', $before) . <<<'PHP'
    class Again extends Slow
    {
        private int $answers = 0;
        function dir_readdir() { if ($this->answers++ == 1) delay(1_000_000); return $this->answers > 3 ? false : "name$this->answers"; }
    }
    stream_wrapper_register('again', 'Again');
    $directory = opendir('again://x');
    echo readdir($directory), "\n";
    $reader = spawn(fn() => readdir($directory));
    delay(20);
    $reader->cancel();
    try { await($reader); } catch (Cancellation) { echo "cancelled\n"; }
    while (($name = readdir($directory)) !== false) echo "$name\n";
    $reader = spawn(fn() => fgets($GLOBALS['pipe'] = fopen($fifo, 'r')));
    echo await($reader);
    $reader = spawn(fn() => fgets($pipe));
    delay(20);
    $reader->cancel();
    try { await($reader); } catch (Cancellation) { echo "cancelled\n"; }
    fwrite($writer, "more\n");
    echo fgets($pipe), feof($pipe) ? 'end' : 'no end', "\n";
    PHP, $ini);
echo $out;
--EXPECT--
scandir("slow://x"), cancel: cancelled alive shutdown 0
scandir("slow://x"), exit: shutdown 3
scandir("slow://x"), graceful shutdown: shutdown 0
get_meta_tags($fifo), cancel: cancelled alive shutdown 0
get_meta_tags($fifo), exit: shutdown 3
get_meta_tags($fifo), graceful shutdown: shutdown 0
thrown shutdown 0
unfit shutdown 0
name1
cancelled
name3
<html>
cancelled
more
no end
shutdown
