--TEST--
SC-51: random operations on a tree of scopes: everything ends, everything is released
--DESCRIPTION--
Rules: SC-51, SC-23, SC-26, SC-50, SC-60, EH-13, EH-10
Order: independent
--FILE--
<?php
use function Async\{suspend, await, delay, spawn, timeout, spawn_with, current_coroutine};
use Async\{Scope, AsyncCancellation, AsyncException};

class Life {
    static int $count = 0;
    function __construct() { self::$count++; }
    function __destruct() { self::$count--; if (mt_rand(0, 3) === 0) suspend(); }
}

function task(array &$scopes, int $depth): Closure
{
    return function () use (&$scopes, $depth) {
        $life = new Life;
        for ($i = mt_rand(0, 6); $i > 0; $i--) {
            try {
                switch (mt_rand(0, 6)) {
                    case 0: delay(1); break;
                    case 1: if ($depth < 3) spawn(task($scopes, $depth + 1)); break;
                    case 2: $scopes[] = Scope::inherit(); break;
                    case 3: if (mt_rand(0, 9) === 0) throw new Exception('failure'); break;
                    case 4: current_coroutine()->finally(function () use ($life) { if (mt_rand(0, 2) === 0) suspend(); }); break;
                    default: suspend();
                }
            } catch (AsyncCancellation $e) {
                if (mt_rand(0, 1)) throw $e;
            } catch (AsyncException) {
            }
        }
    };
}

function playRound(int $seed): bool
{
    mt_srand($seed);
    $root = (new Scope)->allowZombies();
    $root->setExceptionHandler(fn() => null);
    $scopes = [$root];
    $new = function () use (&$scopes) {
        $s = Scope::inherit($scopes[array_rand($scopes)]);
        if (mt_rand(0, 1)) $s->asNotSafely();
        $life = new Life;
        if (mt_rand(0, 2) === 0) $s->finally(function ($x) use ($s, $life) { if (mt_rand(0, 1)) suspend(); });
        if (mt_rand(0, 2) === 0) $s->finally(function () use ($life) { if (mt_rand(0, 4) === 0) throw new Exception('finally'); });
        if (mt_rand(0, 3) === 0) $s->setExceptionHandler(function ($x, $c, $e) use ($life, $s) {
            if (mt_rand(0, 2) === 0) throw new Exception('handler');
        });
        if (mt_rand(0, 3) === 0) $s->setChildScopeExceptionHandler(function () use ($life) { if (mt_rand(0, 3) === 0) suspend(); });
        $scopes[] = $s;
    };
    for ($i = 0; $i < 120; $i++) {
        $at = array_rand($scopes);
        $s = $scopes[$at];
        try {
            switch (mt_rand(0, 11)) {
                case 0: case 1: $new(); break;
                case 2: case 3: case 4: $s->spawn(task($scopes, 0)); break;
                case 5: spawn_with($s, task($scopes, 0)); break;
                case 6: if ($s !== $root) [$s->cancel(...), $s->dispose(...), $s->disposeSafely(...)][mt_rand(0, 2)](); break;
                case 7: if ($s !== $root) { unset($scopes[$at]); } break;
                case 8: $s->awaitCompletion(timeout(mt_rand(1, 3))); break;
                case 9:
                    if ($s->isCancelled())
                        $s->awaitAfterCancellation(mt_rand(0, 1) ? fn() => mt_rand(0, 5) ? null
                            : throw new Exception('error handler') : null, timeout(mt_rand(1, 3)));
                    break;
                case 10: if ($s !== $root) $s->disposeAfterTimeout(mt_rand(0, 2)); $s->getChildScopes(); break;
                case 11: suspend(); gc_collect_cycles(); break;
            }
        } catch (AsyncCancellation | AsyncException | Exception $e) {
            if (!in_array($e->getMessage(),
                ['Cannot spawn a coroutine in a closed scope', 'Scope object has been disposed', 'Operation has been cancelled',
                'Cannot inherit a Scope from a parent Scope that has already been disposed.',
                'The scope has been cancelled', 'Scope was cancelled',
                'Scope has been disposed due to timeout', 'Scope is being disposed due to object destruction',
                'failure', 'finally', 'handler', 'error handler',
                'Attempt to await a Scope that has not been cancelled', 'Coroutine cancelled'], true))
                echo get_class($e), ': ', $e->getMessage(), "\n";
        }
        unset($s);
    }
    $scopes = [];
    $root->disposeSafely();
    $root->awaitAfterCancellation(fn() => null, timeout(5000));
    for ($i = 0; $i < 20; $i++) suspend();
    return $root->isClosed();
}

$seeds = getenv('SCOPE_SEEDS') ? range(...array_map(intval(...), explode('-', getenv('SCOPE_SEEDS')))) : range(218, 225);
$ok = 0;
foreach ($seeds as $seed) {
    if (await(spawn(fn() => playRound($seed)))) $ok++; else echo "seed $seed: not closed\n";
}
echo $ok === count($seeds) ? "all rounds ended\n" : "$ok rounds ended\n";
for ($i = 0; $i < 50; $i++) { gc_collect_cycles(); delay(1); }
var_dump(count(Async\get_coroutines()), Life::$count);
--EXPECT--
all rounds ended
int(1)
int(0)
