--TEST--
CU-3: every kind of callback of curl, also __call(), runs in its own coroutine and may wait, on other handles too; its own handle refuses
--DESCRIPTION--
Rules: io CU-3
Order: independent
--EXTENSIONS--
curl
--FILE--
<?php
use function Async\{spawn, await, suspend, current_coroutine};

require __DIR__ . '/../lib/watchdog.php';
require __DIR__ . '/../lib/upload_server.php';

watchdog(60);
$server = new UploadServer;

/** The names of the callbacks that were called, and whether each was in the coroutine of its transfer. */
final class Seen
{
    private array $names = [];
    private readonly object $owner;

    public function __construct()
    {
        $this->owner = current_coroutine();
    }

    public function called(string $name): void
    {
        suspend();
        $this->names[$name] = ($this->names[$name] ?? true) && current_coroutine() === $this->owner;
    }

    public function names(): array
    {
        ksort($this->names);
        return $this->names;
    }
}

/** Methods that there are none of. */
final class Trampoline
{
    public string $text = '';

    public function __construct(private readonly Seen $seen)
    {
    }

    public function __call(string $name, array $arguments): int
    {
        $this->seen->called("__call $name");
        if ($name === 'write') {
            $this->text .= $arguments[1];
        }
        return in_array($name, ['write', 'header'], true) ? strlen($arguments[1]) : 0;
    }
}

$expected = '';
for ($i = 0; $i < 6; $i++) {
    $expected .= sprintf("%03d\n", $i);
}
$functions = function () use ($server, $expected) {
    $seen = new Seen;
    $text = '';
    $data = str_repeat('sent', 100);
    $options = [
        CURLOPT_WRITEFUNCTION => function ($h, string $part) use ($seen, &$text) {
            $seen->called('write');
            $text .= $part;
            return strlen($part);
        },
        CURLOPT_HEADERFUNCTION => function ($h, string $line) use ($seen) {
            $seen->called('header');
            return strlen($line);
        },
        CURLOPT_READFUNCTION => function ($h, $stream, int $length) use ($seen, &$data) {
            $seen->called('read');
            [$part, $data] = [substr($data, 0, 100), substr($data, 100)];
            return $part;
        },
        CURLOPT_XFERINFOFUNCTION => function (...$arguments) use ($seen) {
            $seen->called('xferinfo');
            return 0;
        },
        CURLOPT_NOPROGRESS => false,
        CURLOPT_UPLOAD => true,
        CURLOPT_INFILESIZE => strlen($data),
    ];
    if (defined('CURLOPT_DEBUGFUNCTION')) {
        // As of PHP 8.4.
        $options += [CURLOPT_VERBOSE => true, CURLOPT_DEBUGFUNCTION => fn($h, int $type, string $text) => $seen->called('debug') ?? 0];
    }
    $h = curl_init($server->url('/drip/6'));
    curl_setopt_array($h, $options + [CURLOPT_NOPROXY => '*', CURLOPT_HTTPHEADER => ['Expect:']]);
    return [curl_exec($h), $text === $expected, array_diff_key($seen->names(), ['debug' => 0]),
        defined('CURLOPT_DEBUGFUNCTION') === ($seen->names()['debug'] ?? false)];
};
$progress = function () use ($server, $expected) {
    $seen = new Seen;
    $h = curl_init($server->url('/drip/6'));
    curl_setopt_array($h, [CURLOPT_NOPROXY => '*', CURLOPT_RETURNTRANSFER => true, CURLOPT_NOPROGRESS => false,
        CURLOPT_PROGRESSFUNCTION => fn(...$arguments) => $seen->called('progress') ?? 0]);
    return [curl_exec($h) === $expected, $seen->names()];
};
$aborted = function () use ($server) {
    $seen = new Seen;
    $h = curl_init($server->url('/drip/50'));
    curl_setopt_array($h, [CURLOPT_NOPROXY => '*', CURLOPT_RETURNTRANSFER => true, CURLOPT_NOPROGRESS => false,
        CURLOPT_XFERINFOFUNCTION => function ($h, $total, $now) use ($seen) {
            $seen->called('xferinfo');
            return $now >= 12 ? 1 : 0;
        }]);
    return [curl_exec($h), curl_errno($h) === CURLE_ABORTED_BY_CALLBACK, $seen->names()];
};
$trampolines = function () use ($server, $expected) {
    $object = new Trampoline($seen = new Seen);
    $h = curl_init($server->url('/drip/6'));
    curl_setopt_array($h, [CURLOPT_NOPROXY => '*', CURLOPT_NOPROGRESS => false, CURLOPT_WRITEFUNCTION => [$object, 'write'],
        CURLOPT_HEADERFUNCTION => [$object, 'header'], CURLOPT_XFERINFOFUNCTION => [$object, 'xferinfo']]);
    return [curl_exec($h), $object->text === $expected, $seen->names()];
};
$nested = function (int $depth) use ($server, &$nested) {
    // Each part of the answer is the occasion of a whole transfer on another handle, and of a read of a stream.
    $inner = [];
    $h = curl_init($server->url($depth > 0 ? '/drip/2' : '/after/5'));
    $write = function ($h, string $part) use (&$inner, $depth, $nested, $server) {
        $inner[$depth > 0 ? 'curl' : 'stream'] = $depth > 0 ? $nested($depth - 1) : file_get_contents($server->url('/after/5'));
        return strlen($part);
    };
    curl_setopt_array($h, [CURLOPT_NOPROXY => '*', CURLOPT_WRITEFUNCTION => $write]);
    return [curl_exec($h), $inner];
};
$same = function () use ($server, $expected) {
    $refused = 0;
    $text = '';
    $h = curl_init($server->url('/drip/6'));
    curl_setopt_array($h, [CURLOPT_NOPROXY => '*', CURLOPT_WRITEFUNCTION => function ($h, string $part) use (&$refused, &$text) {
        suspend();
        // Recursion is an error of libcurl, or the call is refused before.
        $refused += curl_exec($h) === false;
        $text .= $part;
        return strlen($part);
    }]);
    return [curl_exec($h), $text === $expected, $refused > 0, curl_errno($h)];
};
$close = function () use ($server) {
    $h = curl_init($server->url('/drip/2'));
    curl_setopt_array($h, [CURLOPT_NOPROXY => '*', CURLOPT_WRITEFUNCTION => function ($h, string $part) {
        suspend();
        curl_close($h);
        return strlen($part);
    }]);
    try {
        return curl_exec($h);
    } catch (Error $e) {
        return $e->getMessage();
    }
};
$cases = ['functions' => $functions, 'progress' => $progress, 'aborted' => $aborted, 'trampolines' => $trampolines,
    'nested' => fn() => $nested(2), 'same handle' => $same, 'closing' => $close];
$coroutines = [array_map(fn($case) => spawn($case), $cases), array_map(fn($case) => spawn($case), $cases)];
foreach ($cases as $name => $case) {
    [$one, $two] = [await($coroutines[0][$name]), await($coroutines[1][$name])];
    echo "$name: ", json_encode($one), $two === $one ? '' : "\n  and " . json_encode($two), "\n";
}
?>
--EXPECT--
functions: [true,true,{"header":true,"read":true,"write":true,"xferinfo":true},true]
progress: [true,{"progress":true}]
aborted: [false,true,{"xferinfo":true}]
trampolines: [true,true,{"__call header":true,"__call write":true,"__call xferinfo":true}]
nested: [true,{"curl":[true,{"curl":[true,{"stream":"[\"GET\",0,0,[]]"}]}]}]
same handle: [true,true,true,0]
closing: "curl_close(): Attempt to close cURL handle from a callback"
