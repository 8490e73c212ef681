<?php
/**
 * What async.io_trace has counted, read from phpinfo().
 */
use function Async\{spawn, await};

/** The functions that coroutines have called, with the numbers of their calls. */
function hits(): array
{
    ob_start();
    phpinfo(INFO_MODULES);
    [, $section] = explode("\ntrue_async\n", ob_get_clean(), 2);
    preg_match_all('~^([a-z_\d]+) => (\d+)$~m', explode("\n\n\n", $section)[0], $found);
    return array_map(intval(...), array_combine($found[1], $found[2]));
}

/** What a coroutine that makes this call adds to them, beyond what phpinfo() does by itself. */
function hits_of(Closure $call): array
{
    $first = hits();
    $second = hits();
    await(spawn($call));
    $after = hits();
    $added = [];
    foreach ($after as $name => $hits) {
        $added[$name] = $hits - 2 * ($second[$name] ?? 0) + ($first[$name] ?? 0);
    }
    return array_filter($added);
}

/** The same of some functions, as JSON. */
function counted(array $names, Closure $call): string
{
    $hits = hits_of($call);
    return json_encode(array_map(fn($name) => $hits[$name] ?? 0, array_combine($names, $names)));
}

/** Says which of these functions a call did not come to. Several names in one text: one of them is enough. */
function expect_hits(string $what, array $names, Closure $call): void
{
    $hits = hits_of($call);
    $missing = array_filter($names, fn($ways) => !array_intersect_key($hits, array_flip(explode('|', $ways))));
    echo "$what: ", $missing ? 'not ' . implode(', ', $missing) . ', but ' . json_encode($hits) : 'hit', "\n";
}
