<?php
/**
 * The same calls one after the other and at once: what two coroutines do in the middle of each other must give what each
 * gives alone.
 */
use function Async\{spawn, await, suspend, current_coroutine};

require_once __DIR__ . '/slow_wrapper.php';

final class AtOnce
{
    /** @var array<int, int> how often each coroutine suspended inside */
    public static array $pauses = [];
    /** @var array<int, list<string>> */
    public static array $warnings = [];
}

/** Suspends the coroutine; to be called in callbacks of what is tested. */
function pause(): void
{
    $id = current_coroutine()->getId();
    AtOnce::$pauses[$id] = (AtOnce::$pauses[$id] ?? 0) + 1;
    suspend();
}

/** What a call returns or throws, prints and complains about, as text. */
function outcome(callable $call, int $number): array
{
    ob_start();
    try {
        $result = $call($number);
    } catch (Throwable $thrown) {
        $result = get_class($thrown) . ': ' . $thrown->getMessage();
    }
    return [print_r($result, true), ob_get_clean()];
}

/**
 * Calls $call(0) … $call($count - 1) in coroutines, first each for itself, then all at once, and says whether the outcomes
 * are the same. With $paused false, what is called need not have called pause().
 */
function at_once(string $title, callable $call, int $count = 2, bool $paused = true): void
{
    set_error_handler(function (int $level, string $message) {
        AtOnce::$warnings[current_coroutine()->getId()][] = $message;
        return true;
    });
    $run = function (array $coroutines) {
        $outcomes = [];
        foreach ($coroutines as $number => $coroutine) {
            $coroutine = $coroutine();
            $outcomes[$number] = [...await($coroutine), AtOnce::$warnings[$coroutine->getId()] ?? []];
            // Numbers come again.
            unset(AtOnce::$warnings[$coroutine->getId()]);
        }
        return $outcomes;
    };
    $start = fn(int $number) => spawn(outcome(...), $call, $number);
    $alone = $run(array_map(fn($number) => fn() => $start($number), range(0, $count - 1)));
    [AtOnce::$pauses, AtOnce::$warnings] = [[], []];
    $started = array_map($start, range(0, $count - 1));
    $together = $run(array_map(fn($coroutine) => fn() => $coroutine, $started));
    restore_error_handler();
    $missed = array_filter($started, fn($coroutine) => !isset(AtOnce::$pauses[$coroutine->getId()]));
    if ($paused && $missed) {
        echo "$title: not suspended inside\n";
    } elseif ($alone === $together) {
        echo "$title: as alone\n";
    } else {
        echo "$title: ALONE ", var_export($alone, true), "\nAT ONCE ", var_export($together, true), "\n";
    }
}
