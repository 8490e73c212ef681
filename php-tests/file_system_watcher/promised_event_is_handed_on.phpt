--TEST--
An event whose loop is cancelled after it was woken goes to the next one
--DESCRIPTION--
Rules: FS-8, FS-10, CM-6
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/directory.php';
use Async\{AsyncCancellation, FileSystemWatcher};
use function Async\{await, await_all, delay, spawn, suspend};

$d = directory();
$w = new FileSystemWatcher($d);
$got = [];
$loop = function () use ($w, &$got) {
    return spawn(function () use ($w, &$got) {
        try { foreach ($w as $event) $got[] = $event->filename; } catch (AsyncCancellation) {}
    });
};
for ($round = 0; $round < 30; $round++) {
    $got = [];
    $first = $loop();
    $second = $loop();
    // The one that wakes first cancels: sometimes before the first one has run, sometimes after.
    $watched = spawn(fn() => Async\await_any_or_fail([$w]));
    $killer = spawn(function () use ($watched, $first) { await($watched); $first->cancel(new AsyncCancellation('enough')); });
    delay(1);
    mkdir("$d/$round");
    while (!$got) suspend();
    await($killer);
    try { await($first); } catch (AsyncCancellation) {}
    rmdir("$d/$round");
    while (end($got) !== "$round" || count($got) < 2) suspend();
    $second->cancel();
    try { await($second); } catch (AsyncCancellation) {}
    if (array_unique($got) != ["$round"]) { echo "round $round: "; var_dump($got); }
}
var_dump($w->isClosed());
$w->close();
--EXPECT--
bool(false)
