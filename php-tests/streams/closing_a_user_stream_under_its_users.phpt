--TEST--
SO-6, IO-13: fclose() of a stream of user space waits for the calls that are inside; one that waits for its turn gets false
--DESCRIPTION--
Rules: io SO-6, io SO-10, IO-13
Order: independent
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/slow_wrapper.php';

SlowStream::$files['file'] = str_repeat('0123456789', 100);
$calls = [
    'fgets' => fn($s) => fgets($s),
    'stream_get_contents' => fn($s) => stream_get_contents($s),
    'fgetcsv' => fn($s) => fgetcsv($s, null, ',', '"', ''),
    'fseek' => fn($s) => @fseek($s, 500),
    'rewind' => fn($s) => @rewind($s),
    'fwrite' => fn($s) => fwrite($s, str_repeat('x', 20000)),
    'fflush' => fn($s) => fflush($s),
    'feof' => fn($s) => feof($s),
    'fstat' => fn($s) => fstat($s),
    'stream_copy_to_stream' => fn($s) => stream_copy_to_stream($s, fopen('php://memory', 'w')),
    'copy to' => fn($s) => stream_copy_to_stream(fopen('data:,abc', 'r'), $s),
    'hash_update_stream' => fn($s) => hash_update_stream(hash_init('crc32b'), $s),
];
foreach ($calls as $name => $call) {
    $s = fopen('slow://file', 'r+');
    $ended = 0;
    $users = [];
    for ($i = 0; $i < 4; $i++) {
        $users[] = spawn(function () use ($call, $s, &$ended) {
            try {
                $call($s);
            } catch (TypeError $e) {
                // It came after the stream was closed.
            }
            $ended++;
        });
    }
    for ($i = rand(0, 6); $i > 0; $i--) {
        suspend();
    }
    fclose($s);
    array_map(await(...), $users);
    echo $name, ': ', $ended, ' ', get_resource_type($s), "\n";
}
?>
--EXPECT--
fgets: 4 Unknown
stream_get_contents: 4 Unknown
fgetcsv: 4 Unknown
fseek: 4 Unknown
rewind: 4 Unknown
fwrite: 4 Unknown
fflush: 4 Unknown
feof: 4 Unknown
fstat: 4 Unknown
stream_copy_to_stream: 4 Unknown
copy to: 4 Unknown
hash_update_stream: 4 Unknown
