--TEST--
CU-8: handles used again with other FILE streams, a stream closed before its handle, multi handles dropped with open connections, also by GC
--DESCRIPTION--
Rules: io CU-8
Order: independent
--EXTENSIONS--
curl
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/watchdog.php';
require __DIR__ . '/../lib/http.php';

watchdog(60);
$server = new HttpServer;
set_error_handler(fn(int $level, string $message) => print("$message\n"));

function contents($stream): string
{
    rewind($stream);
    return stream_get_contents($stream);
}

function turns(int $turns): void
{
    while ($turns-- > 0) {
        suspend();
    }
}

/** One handle, kept connection, a new file for each answer; each file is closed before the next transfer. */
$reused = function (int $number) use ($server) {
    $h = curl_init();
    curl_setopt($h, CURLOPT_NOPROXY, '*');
    $texts = [];
    for ($i = 1; $i <= 4; $i++) {
        $file = tmpfile();
        curl_setopt($h, CURLOPT_URL, $server->url("/kept/$number$i"));
        curl_setopt($h, CURLOPT_FILE, $file);
        $texts[] = curl_exec($h) ? contents($file) : curl_error($h);
        fclose($file);
        suspend();
    }
    return implode(', ', $texts);
};
/** The stream is closed and the handle is not told: the answer is output, as in stock. */
$gone = function () use ($server) {
    $h = curl_init($server->url('/after/5'));
    $file = tmpfile();
    curl_setopt_array($h, [CURLOPT_NOPROXY => '*', CURLOPT_FILE => $file]);
    fclose($file);
    ob_start();
    set_error_handler(function (int $level, string $message) use (&$warning) {
        $warning = $message;
        return true;
    });
    $result = @curl_exec($h);
    restore_error_handler();
    return [$result, ob_get_clean(), $warning];
};
/** Begins transfers with a multi handle and has one connection pooled and one in the middle of an answer. */
$begin = function () use ($server) {
    $m = curl_multi_init();
    $done = curl_init($server->url('/kept/3'));
    $hangs = curl_init($server->url('/hang'));
    foreach ([$done, $hangs] as $h) {
        curl_setopt_array($h, [CURLOPT_NOPROXY => '*', CURLOPT_RETURNTRANSFER => true]);
        curl_multi_add_handle($m, $h);
    }
    do {
        curl_multi_exec($m, $running);
        curl_multi_select($m, 1);
    } while ($running > 1);
    return [$m, $done, $hangs];
};
$dropped = function () use ($begin) {
    [$m, $done, $hangs] = $begin();
    unset($m);
    return [curl_multi_getcontent($done), curl_multi_getcontent($hangs)];
};
$handles_first = function () use ($begin) {
    [$m, $done, $hangs] = $begin();
    unset($done, $hangs);
    suspend();
    curl_multi_exec($m, $running);
    unset($m);
    return $running;
};
$collected = function () use ($begin) {
    [$m, $done, $hangs] = $begin();
    // A cycle: the callback holds its handle and the multi handle.
    $holder = (object) ['multi' => $m, 'handles' => [$done, $hangs]];
    $holder->self = $holder;
    curl_setopt($hangs, CURLOPT_WRITEFUNCTION, fn($h, string $part) => strlen($part) + 0 * count((array) $holder));
    $weak = WeakReference::create($m);
    unset($m, $done, $hangs, $holder, $h);
    suspend();
    gc_collect_cycles();
    // A coroutine of its own collects.
    for ($i = 0; $i < 1000 && $weak->get(); $i++) {
        suspend();
    }
    return $weak->get() === null;
};
// A multi handle goes while a sibling waits in another one, in a select of its own.
$sibling = spawn(function () use ($server) {
    $m = curl_multi_init();
    curl_multi_add_handle($m, $h = curl_init($server->url('/after/150')));
    curl_setopt_array($h, [CURLOPT_NOPROXY => '*', CURLOPT_RETURNTRANSFER => true]);
    do {
        curl_multi_exec($m, $running);
        $running && curl_multi_select($m, 1);
    } while ($running);
    return curl_multi_getcontent($h);
});
$cases = ['used again' => fn() => $reused(1), 'gone' => $gone, 'dropped' => $dropped, 'handles first' => $handles_first,
    'collected' => $collected];
$coroutines = [array_map(fn($case) => spawn($case), $cases), array_map(fn($case) => spawn($case), $cases)];
foreach ($cases as $name => $case) {
    [$one, $two] = [await($coroutines[0][$name]), await($coroutines[1][$name])];
    echo "$name: ", json_encode($one), $two === $one ? '' : ' and ' . json_encode($two), "\n";
}
echo await($sibling), "\n";
// What was dropped has left no watch behind: its numbers serve others.
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$reads = spawn(fn() => fgets($a));
turns(5);
fwrite($b, "still works\n");
echo await($reads);
?>
--EXPECT--
used again: "after 11, after 12, after 13, after 14"
gone: [true,"after 5","curl_exec(): CURLOPT_FILE resource has gone away, resetting to default"]
dropped: ["after 3",""]
handles first: 1
collected: true
after 150
still works
