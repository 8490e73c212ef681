--TEST--
IO handle: a vectored write releases its strings once, on every way
--DESCRIPTION--
Rules: ABI-31, ABI-156, ABI-184
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/io_handle.php';
use function Async\{await, spawn};

function show(string $what, array|string $result): void
{
    echo $what, ': ', is_string($result) ? $result : json_encode(array_slice($result, 0, 2)), "\n";
}
[$reader, $writer] = pair('local', 4096);
$parts = ['one ', '', 'two ', 'three'];
async_test_io_freed();
show('strings', async_test_io_writev($writer, $parts, ZSTR));
show('strings, awaited', async_test_io_writev($writer, $parts, ZSTR | AWAIT));
show('descriptors', $kept = async_test_io_writev($writer, $parts, IOV));
show('nothing', async_test_io_writev($writer, [], ZSTR | AWAIT));
echo 'freed ', async_test_io_freed(), "\n";
for ($got = ''; strlen($got) < 39;) $got .= async_test_io_read($reader, 100);
echo $got, "\n";

echo "-- more than the buffers hold\n";
$many = array_fill(0, 3000, text(100));
$all = spawn(fn() => read_all($reader, 10_000));
show('awaited', async_test_io_writev($writer, $many, ZSTR | AWAIT));

echo "-- what fails\n";
show('unknown flag', attempt(fn() => async_test_io_writev($writer, $parts, 4)));
show('unknown flag of descriptors', attempt(fn() => async_test_io_writev($writer, $parts, 8 | IOV)));
show('descriptors cannot be awaited', attempt(fn() => async_test_io_writev($writer, $parts, IOV | AWAIT)));
echo 'freed ', async_test_io_freed(), "\n";
finish($writer);
echo await($all) === implode('', $many) ? 'the same' : 'DIFFERENT', "\n";
finish($reader);

[$reader, $writer] = pair('local', 4096);
finish($reader);
echo "-- nobody reads\n";
show('awaited', async_test_io_writev($writer, $parts, ZSTR | AWAIT));
show('not awaited', async_test_io_writev($writer, $parts, ZSTR));
show('descriptors', async_test_io_writev($writer, $parts, IOV));
async_test_io_close($writer);
show('closed', attempt(fn() => async_test_io_writev($writer, $parts, ZSTR)));
show('closed, descriptors', attempt(fn() => async_test_io_writev($writer, $parts, IOV)));
echo 'freed ', async_test_io_freed(), "\n";
finish($writer);

echo "-- closed while it waits\n";
[$reader, $writer] = pair('local', 4096);
$result = spawn(fn() => async_test_io_writev($writer, $many, ZSTR | AWAIT));
$other = spawn(fn() => async_test_io_writev($writer, $many, ZSTR));
while (async_test_io_about($writer)['subscribers'] === 0) Async\suspend();
await($other);
async_test_io_close($writer);
show('awaited', attempt(fn() => await($result)));
finish($writer, $reader);
var_dump(async_test_counts()[0]);
--EXPECT--
strings: [0,null]
strings, awaited: [0,13]
descriptors: [0,null]
nothing: [0,0]
freed 1
one two threeone two threeone two three
-- more than the buffers hold
awaited: [0,300000]
-- what fails
unknown flag: Async\InputOutputException: Unknown flags of a vectored write
unknown flag of descriptors: Async\InputOutputException: Unknown flags of a vectored write
descriptors cannot be awaited: Async\InputOutputException: Only a vectored write of strings can be awaited
freed 2
the same
-- nobody reads
awaited: [0,-1]
not awaited: [0,null]
descriptors: [0,null]
closed: Async\InputOutputException: The IO handle is closed
closed, descriptors: Async\InputOutputException: The IO handle is closed
freed 2
-- closed while it waits
awaited: Async\InputOutputException: Stream was closed
int(0)
