--TEST--
async.io_trace: phpinfo() counts the blocking calls of coroutines, by kind; those of others, and of other kinds, are not there
--DESCRIPTION--
Rules: MO-2, io HK-1
Order: dependent
--INI--
async.io_trace=1
--FILE--
<?php
use function Async\{spawn, await};

/** The number in the row of a kind of calls; null without one. */
function hits(string $kind): ?int
{
    ob_start();
    phpinfo(INFO_MODULES);
    [, $section] = explode("\ntrue_async\n", ob_get_clean(), 2);
    return preg_match("~^$kind => (\d+)$~m", explode("\n\n\n", $section)[0], $match) ? (int) $match[1] : null;
}

usleep(1);
var_dump(hits('sleep'));
$sleeps = fn(int $times) => function () use ($times) {
    while ($times--) usleep(1);
};
await(spawn($sleeps(3)));
$before = hits('sleep');
var_dump($before);
await(spawn($sleeps(2)));
var_dump(hits('sleep') - $before, hits('sigtimedwait'));
?>
--EXPECT--
NULL
int(3)
int(2)
NULL
