--TEST--
MO-5: whatever coroutines wait for in a request, the process has not a block of C memory more after it
--DESCRIPTION--
Rules: MO-5
Order: independent
--SKIPIF--
<?php
if (!getenv('TEST_EXTENSION_PATH')) die('skip needs the path of the extension in TEST_EXTENSION_PATH');
if (getenv('TEST_UNDER')) die('skip ' . basename(getenv('TEST_UNDER')) . ' has an allocator of its own');
require __DIR__ . '/../lib/services.php';
if ($why = missing_for('ffi', 'nginx') ?? missing_for('curl', 'nginx')) die("skip $why");
?>
--FILE--
<?php
require __DIR__ . '/../lib/services.php';

// One process answers all requests. Blocks that an allocator keeps for a thread would count as used: it keeps none.
putenv('GLIBC_TUNABLES=glibc.malloc.tcache_count=0');
$options = ['-d', 'extension=' . getenv('TEST_EXTENSION_PATH'), '-d', 'ffi.enable=1', '-d', 'memory_limit=64M', '-d', 'display_errors=0'];
foreach (shared_extensions('ffi', 'curl') as $file) array_push($options, '-d', "extension=$file");
$http = start_nginx('location / { default_type text/plain; return 200 answer; }');
// Not a script that all requests are routed to: PHP itself loses 48 bytes at each of them then.
$directory = temporary_directory();
file_put_contents("$directory/index.php", <<<'PHP'
<?php
use function Async\{spawn, await, delay, suspend, timeout};
['kind' => $kind, 'port' => $port] = $_GET;
if ($kind === 'used' || $kind === 'lost') {
    $libc = FFI::cdef('struct info { size_t of[10]; }; struct info mallinfo2(void); void *malloc(size_t);');
}
if ($kind === 'used') {
    $info = $libc->mallinfo2();
    // In the heap, and in mappings of their own.
    exit((string) ($info->of[7] + $info->of[4]));
}
$curl = function (string $url) {
    $handle = curl_init($url);
    curl_setopt($handle, CURLOPT_RETURNTRANSFER, true);
    return $handle;
};
$body = match ($kind) {
    'nothing' => fn() => 0,
    // What this test would tell.
    'lost' => fn() => $libc->malloc(1),
    'delay' => fn() => delay(1),
    'curl' => fn() => curl_exec($curl("http://127.0.0.1:$port/")),
    'curl_name' => fn() => curl_exec($curl("http://localhost:$port/")),
    'multi' => function () use ($curl, $port) {
        $multi = curl_multi_init();
        curl_multi_add_handle($multi, $handle = $curl("http://127.0.0.1:$port/"));
        do { curl_multi_exec($multi, $running) || curl_multi_select($multi); } while ($running);
    },
    'stream' => fn() => file_get_contents("http://127.0.0.1:$port/"),
    'select' => function () {
        [$one, $other] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        spawn(fn() => fwrite($other, 'x'));
        [$read, $none] = [[$one], null];
        stream_select($read, $none, $none, 1);
    },
    'name' => fn() => gethostbyname('localhost'),
    'file' => fn() => file_get_contents(__FILE__),
    'command' => fn() => exec('true'),
    'exception' => function () { try { await(spawn(fn() => throw new Exception)); } catch (Exception) { } },
    'cancelled' => function () { $coroutine = spawn(fn() => delay(1000)); suspend(); $coroutine->cancel(); },
    'time_limit' => function () { try { await(spawn(fn() => delay(3)), timeout(1)); } catch (Async\OperationCanceledException) { } },
    'channel' => function () { $channel = new Async\Channel(1); spawn(fn() => $channel->send(1)); $channel->recv(); },
    'left' => fn() => spawn(fn() => usleep(500)),
    'exit' => function () { delay(1); exit; },
    'fatal' => function () { delay(1); undefined(); },
    'memory_limit' => function () { delay(1); str_repeat('x', 1 << 30); },
};
foreach (array_map(spawn(...), [$body, $body, $body]) as $coroutine) await($coroutine);
PHP);
$server = TestServer::start(fn(int $port): array => [PHP_BINARY, '-n', ...$options, '-S', "127.0.0.1:$port", '-t', $directory]);
$get = fn(string $kind) => @file_get_contents($server->url("/index.php?kind=$kind&port=$http->port"));
$requests = function (string $kind, int $count) use ($get): int {
    while ($count-- > 0) $get($kind);
    return (int) $get('used') ?: throw new Exception('no answer');
};

$kinds = ['nothing', 'lost', 'delay', 'curl', 'curl_name', 'multi', 'stream', 'select', 'name', 'file', 'command', 'exception', 'cancelled',
    'time_limit', 'channel', 'left', 'exit', 'fatal', 'memory_limit'];
foreach ($kinds as $kind) {
    $before = $requests($kind, 20);
    $middle = $requests($kind, 60);
    $after = $requests($kind, 60);
    // What is lost is lost again: a table that has grown once is none of it. The smallest block takes 32 bytes.
    $grown = min($middle - $before, $after - $middle);
    echo $grown < 60 * 32 ? '' : "$kind: " . ($kind === 'lost' ? "grows\n" : "$grown bytes in 60 requests\n");
}
--EXPECT--
lost: grows
