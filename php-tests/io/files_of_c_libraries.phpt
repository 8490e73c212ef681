--TEST--
IO-5: a compressed FIFO suspends its readers and writers with async.io_objects=+libz only; CURLOPT_FILE with a socket always suspends
--DESCRIPTION--
Rules: io IO-5, io CU-3
Order: independent
--SKIPIF--
<?php
foreach (['zlib', 'curl'] as $name) {
    if (!extension_loaded($name) && !is_file(ini_get('extension_dir') . "/$name.so")) die("skip needs $name");
}
?>
--FILE--
<?php
require __DIR__ . '/../lib/child.php';
require __DIR__ . '/../lib/temporary.php';

$code = <<<'PHP'
    <?php
    use function Async\{spawn, await, suspend};
    require 'LIB/watchdog.php';
    require 'LIB/http.php';
    watchdog(getenv('TEST_UNDER') ? 100 : 10);
    /** The result of a call, and whether others ran in it. */
    function with_others(Closure $call): string
    {
        $turns = 0;
        $inside = false;
        $others = spawn(function () use (&$turns, &$inside) {
            for (;; suspend()) $turns += (int) $inside;
        });
        suspend();
        $result = await(spawn(function () use ($call, &$inside) {
            return $call($inside);
        }));
        $others->cancel();
        return json_encode($result) . ($turns > 3 ? ', others ran' : ', others did not run') . "\n";
    }
    $server = new HttpServer;
    $soon = getenv('TEST_UNDER') ? 2 : 0.1;
    posix_mkfifo($fifo = 'FIFO', 0600);
    $octal = implode(array_map(fn(string $byte) => sprintf('\\%03o', ord($byte)), str_split(gzencode("hello\n"))));
    $write = fn() => proc_close(proc_open("(exec 3>$fifo; sleep $soon; printf '$octal' >&3) >/dev/null 2>&1 &", [], $pipes));
    $opens = ['gzopen' => fn() => gzopen($fifo, 'r'), 'compress.zlib' => fn() => fopen("compress.zlib://$fifo", 'r')];
    foreach ($opens as $name => $open) {
        $write();
        $stream = $open();
        echo "$name: ", with_others(function (bool &$inside) use ($stream) {
            $inside = true;
            $line = fgets($stream);
            $inside = false;
            return $line;
        });
    }
    $keep = fopen($fifo, 'r+');
    $stream = gzopen($fifo, 'w0');
    proc_close(proc_open("(sleep $soon; head -c 100000 $fifo) >/dev/null 2>&1 &", [], $pipes));
    echo 'gzwrite: ', with_others(function (bool &$inside) use ($stream) {
        $inside = true;
        $count = gzwrite($stream, random_bytes(120_000));
        $inside = false;
        return $count;
    });
    [$writer, $reader] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $text = str_repeat('x', 60_000);
    $full = strlen($text);
    stream_set_blocking($writer, false);
    while ($count = fwrite($writer, $text)) $full += $count;
    stream_set_blocking($writer, true);
    $curl = curl_init($server->url("/together/1/$text"));
    @curl_setopt($curl, CURLOPT_FILE, $writer);
    $transfer = spawn(fn() => curl_exec($curl));
    for ($got = 0; $got < $full; $got += strlen(fread($reader, 8192)));
    echo 'curl: ', json_encode(await($transfer)), "\n";
    PHP;
foreach (['', '+libz'] as $objects) {
    $fifo = temporary_path('fifo');
    echo "-- '$objects'\n", child_php(strtr($code, ['LIB' => __DIR__ . '/../lib', 'FIFO' => $fifo]),
        ['async.io_objects' => "'$objects'"] + with_extensions('pcntl', 'posix', 'zlib', 'curl'),
        seconds: getenv('TEST_UNDER') ? 120 : 12)['out'];
    unlink($fifo);
}
?>
--EXPECT--
-- ''
gzopen: "hello\n", others did not run
compress.zlib: "hello\n", others did not run
gzwrite: 120000, others did not run
curl: true
-- '+libz'
gzopen: "hello\n", others ran
compress.zlib: "hello\n", others ran
gzwrite: 120000, others ran
curl: true
