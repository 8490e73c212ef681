--TEST--
ST-6, ST-9: streams whose peers trickle, stop, close and reset: results and warnings as in stock PHP, and nothing else waits
--DESCRIPTION--
Rules: io ST-6, io ST-7, io ST-9, io IO-1, io CX-6
Order: independent in real time (the peers are processes)
--EXTENSIONS--
sockets
pcntl
--FILE--
<?php
require __DIR__ . '/../lib/hostile_cases.php';
require __DIR__ . '/../lib/watchdog.php';

watchdog(60);
$text = "first line\nsecond line\nhalf a li";
hostile_test([
    'trickles' => [['meanwhile'], ['trickle', $text]],
    'closes' => [['send', $text], ['meanwhile']],
    'resets' => [['send', $text], ['meanwhile'], ['reset']],
    'resets at once' => [['meanwhile'], ['reset']],
    'half-closes' => [['send', $text], ['meanwhile'], ['half-close'], ['read', "END\n"]],
    'stops' => [['send', $text], ['silent']],
    'goes on' => [['send', $text], ['read', "go on\n"], ['send', "ne\nrest"]],
    'is silent' => [['silent']],
], <<<'PHP'
    $end = fn($s) => ['eof' => feof($s), 'timed_out' => stream_get_meta_data($s)['timed_out']];
    $readers = [
        'fread' => function ($s) use ($end) {
            for ($all = ''; is_string($data = fread($s, 8192)) && $data !== ''; $all .= $data);
            return [$all, $data, fread($s, 10), $end($s)];
        },
        'fgets' => function ($s) use ($end) {
            for ($lines = []; ($line = fgets($s)) !== false; $lines[] = $line);
            return [$lines, fgets($s), $end($s)];
        },
        'fgetc' => function ($s) use ($end) {
            for ($all = ''; ($c = fgetc($s)) !== false; $all .= $c);
            return [$all, fgetc($s), $end($s)];
        },
        'stream_get_line' => function ($s) use ($end) {
            for ($lines = []; ($line = stream_get_line($s, 100, "\n")) !== false; $lines[] = $line);
            return [$lines, $end($s)];
        },
        'fgetcsv' => function ($s) use ($end) {
            for ($lines = []; ($line = fgetcsv($s, null, ' ', '"', '\\')) !== false; $lines[] = $line);
            return [$lines, $end($s)];
        },
        'fscanf' => fn($s) => [fscanf($s, '%s %s'), fscanf($s, '%s %s'), fscanf($s, '%s %s %s'), $end($s)],
        'stream_get_contents' => fn($s) => [stream_get_contents($s), stream_get_contents($s), $end($s)],
        'stream_get_contents of 15' => fn($s) => [stream_get_contents($s, 15), stream_get_contents($s, 100), $end($s)],
        'stream_copy_to_stream' => function ($s) use ($end) {
            $to = fopen('php://memory', 'w+');
            return [stream_copy_to_stream($s, $to), stream_get_contents($to, -1, 0), $end($s)];
        },
        'fpassthru' => function ($s) use ($end) {
            ob_start();
            return [fpassthru($s), ob_get_clean(), $end($s)];
        },
        'stream_socket_recvfrom' => function ($s) use ($end) {
            for ($all = ''; is_string($data = stream_socket_recvfrom($s, 100)) && $data !== ''; $all .= $data);
            return [$all, $data, $end($s)];
        },
        'stream_select' => function ($s) use ($end) {
            stream_set_blocking($s, false);
            for ($all = ''; !feof($s); $all .= $data) {
                [$r, $w, $e] = [[$s], [], []];
                if (stream_select($r, $w, $e, 5) !== 1) {
                    return 'not ready';
                }
                $data = fread($s, 100);
            }
            return [$all, $end($s)];
        },
    ];
    $cases = $cancelled = [];
    foreach (['trickles', 'closes', 'resets', 'resets at once', 'half-closes'] as $script) {
        foreach ($readers as $name => $reader) {
            $cases["$script: $name"] = fn() => $reader(connect($script));
        }
    }
    foreach (['stops', 'is silent'] as $script) {
        foreach ($readers as $name => $reader) {
            if ($name !== 'stream_select' && $name !== 'stream_socket_recvfrom') {
                $cases["$script: $name"] = fn() => $reader(connect($script, 0.05));
            }
            $cancelled["$script: $name"] = [$script, fn() => $reader(connect($script))];
        }
    }
    $cases['half-closed, then written to'] = function () {
        $s = connect('half-closes');
        $all = stream_get_contents($s);
        return [$all, fwrite($s, "still heard\nEND\n"), feof($s)];
    };
    $cases['reset, then written to'] = function () {
        $s = connect('resets at once');
        return [fread($s, 10), fwrite($s, 'x'), fwrite($s, 'y'), feof($s)];
    };
    $cases['goes on after a time limit'] = function () {
        $s = connect('goes on', 0.05);
        $first = [fgets($s), fgets($s), fgets($s), stream_get_meta_data($s)['timed_out']];
        stream_set_timeout($s, 30);
        fwrite($s, "go on\n");
        return [$first, fgets($s), fgets($s), feof($s)];
    };
    return ['cases' => $cases, 'cancelled' => $cancelled];
    PHP);
?>
--EXPECT--
half-closed, then written to: ["first line\nsecond line\nhalf a li",16,true]
reset, then written to: [false,false,false,true]
goes on after a time limit: [["first line\n","second line\n","half a li",true],"ne\n","rest",true]
trickles: 12 as in stock
closes: 12 as in stock
resets: 12 as in stock
resets at once: 12 as in stock
half-closes: 12 as in stock
stops: 10 as in stock
is silent: 10 as in stock
cancelled: 24 cases: "AsyncCancellation"
