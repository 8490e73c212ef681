<?php

declare(strict_types=1);

/*
 * The differential test: PHP's own tests of everything that does I/O, or of the language (--language), on stock PHP, without the
 * extension (mode A), with it and its scheduler running while another coroutine does I/O of the same kind (B), and as the body of a
 * coroutine (C). See docs/testing.md; started by scripts/test-differential.sh, with the options that load extensions behind `--`.
 */

require __DIR__ . '/../lib/database.php';
require __DIR__ . '/../lib/tls.php';
require __DIR__ . '/lib/Suite.php';
require __DIR__ . '/lib/Run.php';
require __DIR__ . '/lib/Differences.php';

/** @param list<string> $arguments */
function differential(array $arguments): int
{
    $given = [];
    $end = array_search('--', $arguments, true);
    $options = array_slice($arguments, $end + 1);
    $only = [];
    foreach (array_slice($arguments, 0, $end) as $argument) {
        if (preg_match('/^--([a-z-]+)(?:=(.*))?$/s', $argument, $m)) {
            $given[$m[1]] = $m[2] ?? '1';
        } elseif ($argument !== '') {
            $only[] = $argument;
        }
    }
    $work = $given['work'];
    $suite = new Suite($given['source'], $only, isset($given['sample']), isset($given['language']));
    $tests = $suite->tests();
    if ($tests === []) {
        fwrite(STDERR, "there is no such test in $given[source]\n");
        return 1;
    }
    is_dir($work) || mkdir($work, 0755, true);
    $servers = new Servers($suite->needsServers());
    $run = new Run($suite, $work, $given['run-tests'], $given['extension'], $given['helper'], $options, $servers);
    $differences = new Differences($given['differences']);

    $stock = new Stock("$work/stock-" . $run->identity() . '.json');
    $missing = array_values(array_filter($tests, fn(string $test) => $stock->of($test) === null));
    $stock->add($run->mode('A', $missing));
    $modes = array_filter(['B' => $tests, 'C' => array_values(array_filter($tests, $suite->isBody(...)))]);
    $ok = true;
    $summary = [];
    foreach ($modes as $mode => $list) {
        if (!str_contains($given['modes'] ?? 'BC', $mode)) {
            continue;
        }
        $results = $run->mode($mode, $list);
        $list = array_values(array_unique([...$list, ...$stock->parts($list), ...array_keys($results)]));
        $differ = array_values(array_filter($list, fn(string $test) => !same($stock->of($test), $results[$test] ?? null)));
        // What differs is run again, alone, in both modes: some tests of PHP's are not stable themselves.
        $again = $run->repeat('A', $differ, 2);
        $with = $run->repeat($mode, $differ, 2);
        foreach ($differ as $test) {
            $differences->add($test, $mode, [$stock->of($test), ...$again[$test]], [$results[$test] ?? null, ...$with[$test]]);
        }
        $differences->ran($mode, $list);
        $summary[] = sprintf('mode %s: %d tests, %s', $mode, count($list), counts($results));
    }
    $summary = [$stock->summary($tests), ...$summary];
    $problems = $differences->report();
    echo implode("\n", $summary), "\n";
    echo $differences->counts(), "\n";
    return $problems === 0 ? 0 : 1;
}

/** Whether two results are the same: their status, and of a test that fails on stock PHP as well, how. */
function same(?array $a, ?array $b): bool
{
    return $a === $b || $a !== null && $b !== null && $a['status'] === $b['status'] && $a['diff'] === $b['diff'];
}

function counts(array $results): string
{
    $counts = array_count_values(array_column($results, 'status')) + ['PASSED' => 0, 'FAILED' => 0, 'SKIPPED' => 0];
    $names = ['PASSED' => 'passed', 'FAILED' => 'failed', 'SKIPPED' => 'skipped'];
    return implode(', ', array_map(fn(string $key, string $name) => "$counts[$key] $name", array_keys($names), $names));
}

/** What mode A said, kept for this PHP with these extensions and tests. */
final class Stock
{
    private array $results = [];

    public function __construct(private readonly string $file)
    {
        if (is_file($file)) {
            $this->results = json_decode(file_get_contents($file), true, flags: JSON_THROW_ON_ERROR);
        }
    }

    public function of(string $test): ?array
    {
        return $this->results[$test] ?? null;
    }

    /** @return list<string> the tests that some of these stand for */
    public function parts(array $tests): array
    {
        $standing = array_flip($tests);
        return array_values(array_filter(array_keys($this->results), fn(string $test) => isset($standing[strtok($test, ':')])));
    }

    public function summary(array $tests): string
    {
        $tests = array_unique([...$tests, ...$this->parts($tests)]);
        return sprintf('mode A: %d tests, %s', count($tests), counts(array_map($this->of(...), $tests)));
    }

    public function add(array $results): void
    {
        $this->results = $results + $this->results;
        file_put_contents("$this->file.new", json_encode($this->results, JSON_INVALID_UTF8_SUBSTITUTE | JSON_THROW_ON_ERROR));
        rename("$this->file.new", $this->file);
    }
}

exit(differential(array_slice($argv, 1)));
