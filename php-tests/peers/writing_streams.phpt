--TEST--
ST-8: writing to peers that read slowly, not at all, half-close, close and reset: as in stock PHP, and nothing else waits
--DESCRIPTION--
Rules: io ST-8, io CX-6, io SO-5
Order: independent in real time (the peers are processes)
--EXTENSIONS--
sockets
pcntl
--FILE--
<?php
require __DIR__ . '/../lib/hostile_cases.php';
require __DIR__ . '/../lib/watchdog.php';

watchdog(60);
hostile_test([
    'reads slowly' => [['slowly', 1]],
    'resets' => [['read', 100_000], ['meanwhile'], ['reset']],
    'closes' => [['read', 100_000], ['meanwhile'], ['close']],
    'half-closes' => [['half-close'], ['meanwhile'], ['slowly', 0]],
    'is silent' => [['silent']],
    'is a while silent' => [['read', 100_000], ['meanwhile'], ['slowly', 0]],
    'closes after a line' => [['read', "\n"], ['meanwhile'], ['close']],
], <<<'PHP'
    $much = str_repeat('0123456789abcdef', 1 << 20);
    // How much the kernel took is its own affair.
    $written = fn($n) => is_int($n) ? ($n < strlen($much) ? 'some' : 'all') : $n;
    // What the next write says depends on when the kernel hears of the end.
    $failed = function ($s) {
        for ($i = 0; $i < 1000 && @fwrite($s, 'x') !== false; $i++) {
            usleep(1000);
        }
        return [fwrite($s, 'yz'), fputs($s, 'x'), feof($s)];
    };
    $file = tempnam(sys_get_temp_dir(), 'much');
    file_put_contents($file, $much);
    register_shutdown_function(fn() => unlink($file));
    $writers = [
        'fwrite' => fn($s) => fwrite($s, $much),
        'stream_copy_to_stream' => fn($s) => stream_copy_to_stream(fopen($file, 'r'), $s),
        'fwrite after a filter' => function ($s) use ($much) {
            stream_filter_append($s, 'string.rot13', STREAM_FILTER_WRITE);
            return fwrite($s, $much);
        },
        'fprintf' => fn($s) => fprintf($s, '%s', $much),
        'stream_socket_sendto' => fn($s) => stream_socket_sendto($s, $much),
    ];
    $cases = $cancelled = [];
    foreach (['reads slowly', 'half-closes', 'is a while silent'] as $script) {
        foreach ($writers as $name => $writer) {
            $cases["$script: $name"] = fn() => $writer(connect($script));
        }
    }
    foreach (['resets', 'closes'] as $script) {
        foreach (['fwrite', 'fprintf', 'stream_copy_to_stream', 'fwrite after a filter'] as $name) {
            $cases["$script: $name"] = function () use ($script, $name, $writers, $written, $failed) {
                $s = connect($script);
                return [$written(@$writers[$name]($s)), $failed($s)];
            };
        }
    }
    $cases['after a reset'] = function () use ($much, $written, $failed) {
        $s = connect('resets');
        return [$written(fwrite($s, $much)), $failed($s)];
    };
    $cases['after a line'] = function () use ($failed) {
        $s = connect('closes after a line');
        return [fwrite($s, "line\n"), fgets($s), $failed($s)];
    };
    foreach ($writers as $name => $writer) {
        $cancelled[$name] = ['is silent', fn() => $writer(connect('is silent'))];
    }
    $cancelled['fwrite, then fclose'] = ['is silent', function () use ($much) {
        try {
            // The peer may have fallen silent before this end knows that it is connected.
            Async\protect(function () use (&$s) { $s = connect('is silent'); });
            return fwrite($s, $much);
        } catch (Async\AsyncCancellation) {
            stream_set_blocking($s, false);
            // There may be room for one byte by now.
            return [in_array(fwrite($s, 'x'), [0, 1], true), feof($s), fclose($s)];
        }
    }];
    return ['cases' => $cases, 'cancelled' => $cancelled];
    PHP);
?>
--EXPECT--
after a reset: ["some",[false,false,true]]
after a line: [5,false,[false,false,true]]
reads slowly: 5 as in stock
half-closes: 5 as in stock
is a while silent: 5 as in stock
resets: 4 as in stock
closes: 4 as in stock
cancelled: 5 cases: "AsyncCancellation"
cancelled: fwrite, then fclose: [true,false,true]
