--TEST--
CH-47: a fatal error while coroutines are parked in channels ends the request as any; shutdown functions may use the channels again
--DESCRIPTION--
Rules: CH-47
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$head = <<<'PHP'
use Async\{Channel, ChannelException, Scope};
use function Async\{await, await_any_or_fail, delay, spawn, suspend};

class Value
{
    public function __construct(public string $name) {}
    public function __destruct() { echo "never: destructors are not called\n"; }
}

function fill(): array
{
    $full = new Channel(1, 0, 60_000, true);
    $full->send(new Value('full'));
    $empty = new Channel(3, 60_000);
    $soft = new Channel(0, 60_000);
    $delivering = new Channel;
    for ($i = 0; $i < 3; $i++) {
        spawn(fn() => $full->send(new Value("sender $i")));
        spawn(fn() => $empty->recv());
        spawn(fn() => $soft->recv(Async\timeout(60_000)));
        spawn(fn() => $delivering->send("value"));
        spawn(function () use ($empty) { foreach ($empty as $v); });
        spawn(fn() => await_any_or_fail([$empty, $soft]));
    }
    $future = $empty->recvAsync()->ignore();
    // Until all of them wait.
    while (array_filter(Async\get_coroutines(), fn($c) => !$c->getAwaitingInfo() && $c !== Async\current_coroutine())) suspend();
    return [$full, $empty, $soft, $delivering, $future];
}
PHP;
run_children($head, [
    'in main' => '$all = fill(); error_reporting(0); ini_set("memory_limit", "8M"); str_repeat("x", 100_000_000);',
    'in a coroutine' => '$all = fill(); spawn(function () { error_reporting(0); '
        . 'ini_set("memory_limit", "8M"); str_repeat("x", 100_000_000); }); delay(60_000);',
    'in a destructor of a value' => <<<'PHP'
        class Fatal { public function __destruct() { error_reporting(0); ini_set("memory_limit", "8M"); str_repeat("x", 100_000_000); } }
        $all = fill();
        $ch = new Channel;
        $ch->sendAsync(new Fatal);
        spawn(fn() => $ch->close());
        delay(60_000);
        PHP,
    'used again' => <<<'PHP'
        $all = fill();
        register_shutdown_function(function () use ($all) {
            [$full, $empty, $soft, $delivering, $future] = $all;
            echo $full->count(), json_encode($full->sendAsync(1)), $empty->count(), $delivering->count(), "\n";
            // Those that waited before do not exist any more.
            echo json_encode([$empty->sendAsync('a'), $empty->count(), $soft->sendAsync('b'), $soft->count()]), "\n";
            echo $empty->recv(), $soft->recv(), $delivering->recv(), $full->recv()->name, "\n";
            unset($future);
            $all = null;
            // New ones wait alone.
            $c = spawn(fn() => $empty->recv());
            $d = spawn(function () use ($full) {
                try { $full->send(1); $full->send(2); } catch (ChannelException $e) { return $e->getMessage(); }
            });
            while (!$c->getAwaitingInfo() || !$d->getAwaitingInfo()) suspend();
            $empty->send('new');
            $full->close();
            echo await($c), await($d), "\n";
            $pending = $soft->recvAsync()->ignore();
            $GLOBALS['kept'] = [$pending, $empty->recvAsync()->ignore()];
            unset($pending, $soft);
            echo "done\n";
        });
        spawn(function () { error_reporting(0); ini_set("memory_limit", "8M"); str_repeat("x", 100_000_000); });
        delay(60_000);
        PHP,
]);
--EXPECT--
-- in main

[status 255]
-- in a coroutine

[status 255]
-- in a destructor of a value

[status 255]
-- used again
1false01
[true,1,true,1]
abvaluefull
newChannel is closed
done
[status 255]
