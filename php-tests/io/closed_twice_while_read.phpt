--TEST--
W-9: a descriptor that one coroutine is closing under a reader is not closed a second time, when its number may be another file's
--DESCRIPTION--
Rules: io W-9
Order: independent
--EXTENSIONS--
sockets
--FILE--
<?php
require __DIR__ . '/../lib/temporary.php';
use function Async\{await, delay, spawn};

$path = temporary_path('text');
file_put_contents($path, "a line\n");
socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $pair);
[$socket, $peer] = $pair;
$reader = spawn(fn() => @socket_read($socket, 10));
delay(5);
$closers = [];
for ($i = 0; $i < 3; $i++) {
    $closers[] = spawn(function () use ($socket, $path) {
        try {
            socket_close($socket);
        } catch (Error) {
            // It is closed already.
        }
        $files = [];
        for ($i = 0; $i < 4; $i++) {
            $files[] = fopen($path, 'r');
            delay(1);
        }
        foreach ($files as $file) {
            if (@fgets($file) !== "a line\n") {
                return 'lost a file';
            }
        }
        return 'files as they were';
    });
}
foreach ($closers as $closer) {
    echo await($closer), "\n";
}
var_dump(await($reader));
unlink($path);
?>
--EXPECT--
files as they were
files as they were
files as they were
bool(false)
