--TEST--
EG-9: what a function leaves for the next call belongs to the coroutine: strtok(), the last error of json and preg
--DESCRIPTION--
Rules: io EG-9, ES-4
Order: independent
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/at_once.php';

at_once('strtok', function ($i) {
    $words = [strtok("a$i b$i c$i d$i", ' ')];
    for ($n = 0; $n < 4; $n++) {
        pause();
        $words[] = strtok(' ');
    }
    return $words;
});
at_once('json_last_error', function ($i) {
    json_decode(['{}', '{', '"\xff"'][$i]);
    pause();
    return json_last_error_msg();
}, 3);
at_once('preg_last_error', function ($i) {
    preg_match('/./u', ['a', "\xff"][$i]);
    pause();
    return preg_last_error_msg();
});
at_once('a callback that suspends', function ($i) {
    return [
        preg_replace_callback('/./', function ($m) use ($i) {
            pause();
            if ($i) @preg_match('/./u', "\xff");
            return "<$m[0]>";
        }, 'ab'),
        preg_last_error(),
        json_encode([new class($i) implements JsonSerializable {
            public function __construct(private int $i) {}
            public function jsonSerialize(): mixed
            {
                pause();
                return $this->i ? "\xff" : 'text';
            }
        }]),
        json_last_error(),
    ];
});

// A coroutine begins without any, whatever had its stack before, and leaves none behind.
strtok('main has more', ' ');
json_decode('{');
// PHP 8.4 warns of it.
$fresh = fn() => [@strtok(' '), json_last_error(), preg_last_error()];
$leaves = function () use ($fresh) {
    $found = $fresh();
    strtok('left behind', ' ');
    json_decode('{');
    preg_match('/./u', "\xff");
    return $found;
};
$found = [];
foreach (range(1, 4) as $n) $coroutines[] = spawn($leaves);
foreach ($coroutines as $coroutine) $found[] = await($coroutine);
await(spawn($leaves));
$found[] = await(spawn($fresh));
var_dump(count(array_filter($found, fn($one) => $one !== [false, 0, 0])));
var_dump(strtok(' '), json_last_error(), preg_last_error());
--EXPECT--
strtok: as alone
json_last_error: as alone
preg_last_error: as alone
a callback that suspends: as alone
int(0)
string(3) "has"
int(4)
int(0)
