--TEST--
P-5: redirecting calls leaves every page of every library with the protection that it had
--DESCRIPTION--
Rules: io P-5
Order: independent
--FILE--
<?php
use function Async\{spawn, await};

require __DIR__ . '/../lib/watchdog.php';

/** The pages of the program and of libraries, with their protection. */
function pages(): array
{
    $pages = [];
    $mapped = '~^([0-9a-f]+)-([0-9a-f]+) (....) \S+ \S+ \d+ +(/.*\.so.*|' . preg_quote(realpath(PHP_BINARY)) . ')$~';
    foreach (file('/proc/self/maps') as $line) {
        if (preg_match($mapped, trim($line), $m)) {
            for ($page = hexdec($m[1]); $page < hexdec($m[2]); $page += 4096) {
                $pages["$m[4] " . dechex($page)] = $m[3];
            }
        }
    }
    return $pages;
}

watchdog();
$before = pages();
await(spawn(fn() => usleep(1000)));
$after = pages();
foreach (array_diff_assoc($before, $after) as $page => $protection) {
    echo "$page was $protection, is ", $after[$page] ?? 'gone', "\n";
}
var_dump(count($before) > 100);
?>
--EXPECT--
bool(true)
