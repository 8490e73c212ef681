<?php
/**
 * PHP libraries of the distribution's packages, for tests. They are where Debian has them, below a directory of PHP's include path.
 *
 *     if ($why = missing_package('GuzzleHttp/autoload.php')) die("skip $why");
 */

const PACKAGES = '/usr/share/php';

/** Why a test cannot run here that needs a library, or null. */
function missing_package(string $autoload): ?string
{
    return is_file(PACKAGES . "/$autoload") ? null : "there is no " . PACKAGES . "/$autoload";
}

/** Loads a library. What it warns of is between it and this version of PHP. */
function use_package(string $autoload): void
{
    error_reporting(E_ALL & ~E_DEPRECATED & ~E_USER_DEPRECATED);
    set_include_path(PACKAGES);
    require_once $autoload;
}

/**
 * What the bodies return, called one after the other, and all at once in coroutines. Prints whether they return the same, and whether
 * the second took less than half as long. Under an instrument (TEST_UNDER), where the client's own code takes most of the time: less.
 */
function compare_with_coroutines(string $name, Closure $body, int $count = 6): void
{
    $began = hrtime(true);
    $expected = array_map($body, range(0, $count - 1));
    $alone = hrtime(true) - $began;
    $began = hrtime(true);
    $got = array_map(Async\await(...), array_map(fn($number) => Async\spawn($body, $number), range(0, $count - 1)));
    $together = hrtime(true) - $began;
    $times = getenv('TEST_UNDER') ? 1.2 : 2;
    echo "$name: ", $got === $expected ? 'the same' : 'expected ' . json_encode($expected) . ', got ' . json_encode($got), ', ',
        $together * $times < $alone ? 'at once' : sprintf('%d ms instead of %d', $together / 1e6, $alone / 1e6), "\n";
}
