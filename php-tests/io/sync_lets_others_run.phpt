--TEST--
fsync() and fdatasync() let others run, tell of what fails as before, and are cancelled at once
--DESCRIPTION--
Rules: io IO-15, io W-8
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/temporary.php';
require __DIR__ . '/../lib/watchdog.php';

watchdog();
$dir = temporary_directory();
$handle = fopen("$dir/file", 'w+');
foreach (['fsync', 'fdatasync'] as $sync) {
    fwrite($handle, str_repeat("$sync\n", 1000));
    $turns = 0;
    $done = false;
    $other = spawn(function () use (&$turns, &$done) { while (!$done) { $turns++; suspend(); } });
    $result = await(spawn(fn() => $sync($handle)));
    $done = true;
    await($other);
    printf("%s: %s, %s\n", $sync, var_export($result, true), $turns > 2 ? 'others ran' : 'nobody ran');
}
fseek($handle, 0);
printf("%d bytes\n", strlen(stream_get_contents($handle)));

fwrite($handle, "more\n");
$waiting = spawn(fn() => fsync($handle));
suspend();
$waiting->cancel(new Async\AsyncCancellation('enough'));
try {
    var_dump(await($waiting));
} catch (Async\AsyncCancellation $e) {
    echo $e->getMessage(), "\n";
}
var_dump(await(spawn(fn() => fsync($handle))), fwrite($handle, 'x'), fclose($handle));

[$pipe] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
var_dump(await(spawn(fn() => fsync($pipe))));
$fifo = popen('cat > /dev/null', 'w');
var_dump(await(spawn(fn() => fsync($fifo))));
--EXPECTF--
fsync: true, others ran
fdatasync: true, others ran
16000 bytes
enough
bool(true)
int(1)
bool(true)

Warning: fsync(): Can't fsync this stream! in %s on line %d
bool(false)
bool(false)
