<?php

declare(strict_types=1);

/*
 * php sweep.php [--only=PATTERN] [--sample] [--seeds=N [--first=M]] [--report=FILE] [--jobs=N]
 *
 * The sweep: calls every internal function and method that takes a path, a stream, a callback or a connection in two
 * coroutines at once, where everything that they call back suspends, and compares with the same two calls one after the
 * other on stock PHP. TEST_EXTENSION_OPTIONS has the options that load extensions, true_async among them. --only takes the
 * functions whose names match a regular expression, --sample those that need no server. --seeds runs the coroutines N times,
 * under the seeds from M on (1), and stock PHP once. The report goes to a file, what failed and the count to the output.
 */

foreach (['Inside', 'Files', 'Side', 'Normal', 'Target', 'helpers', 'Recipes', 'Reasons',
    'Children', 'Servers', 'Plan', 'Verdict', 'Report'] as $class) {
    require_once __DIR__ . "/lib/$class.php";
}
require_once __DIR__ . '/../lib/temporary.php';

/** @return array{list<string>, list<string>} options of PHP without true_async, and what its runs have in addition */
function options(): array
{
    $stock = $async = [];
    foreach (preg_split('/ -d /', ' ' . getenv('TEST_EXTENSION_OPTIONS'), -1, PREG_SPLIT_NO_EMPTY) as $option) {
        if (($option = trim($option)) === '') {
            continue;
        }
        // Those of simulation are the sweep's own.
        if (preg_match('~true_async\.so|async\.~', $option)) {
            array_push($async, '-d', $option);
        } elseif (!str_contains($option, 'async_abi_test')) {
            array_push($stock, '-d', $option);
        }
    }
    return [$stock, $async];
}

function sweep(array $arguments): bool
{
    $given = [];
    foreach ($arguments as $argument) {
        [$name, $value] = explode('=', ltrim($argument, '-') . '=1');
        $given[$name] = $value;
    }
    [$stock, $async] = options();
    $is_seeded = Trial::$isSeeded = isset($given['seeds']);
    $recipes = new Recipes();
    $reasons = new Reasons();
    $known = new KnownFailures(__DIR__ . '/known_failures');
    $plan = new Plan($recipes, $reasons, $given['only'] ?? null);
    $jobs = (int) ($given['jobs'] ?? 2);
    $plan->start(new Servers($jobs), isset($given['sample']));
    $trials = $plan->trials;

    $work = temporary_directory();
    $ids = array_keys($trials);
    $alone = (new Children($stock, [], $jobs, $work))->run($ids, 'stock');
    // What is known to fail may leave anything behind in its process.
    $doubtful = array_filter($ids, fn(string $id) => $known->of($id) !== null);
    $differences = fn(string $id, array $outcome) => Verdict::of($trials[$id], $alone[$id], $outcome);
    $run = function (array $options)
        use ($stock, $jobs, $work, $ids, $doubtful, $differences, $trials, $alone, $known, $plan, $is_seeded): Report {
        $children = new Children($stock, $options, $jobs, $work);
        $together = $children->run(array_values(array_diff($ids, $doubtful)), 'together')
            + $children->run(array_values($doubtful), 'together', 1);
        $report = new Report($known, $is_seeded, $plan);
        foreach ($ids as $id) {
            $failure = $differences($id, $together[$id]);
            if ($failure && !isset($alone[$id]['broken'])) {
                // By itself, so that no other case has a share in it.
                $again = $differences($id, $children->run([$id], 'together')[$id]);
                $failure = $again ?: [...$failure, 'not when it runs by itself'];
            }
            $report->trial($trials[$id], $failure, $together[$id]);
        }
        return $report;
    };
    if (!$is_seeded) {
        return $run($async)->finish($given['report'] ?? null);
    }
    $first = (int) ($given['first'] ?? 1);
    $sum = ['passed' => 0, 'failed' => 0, 'skipped' => 0];
    for ($seed = $first; $seed < $first + (int) $given['seeds']; $seed++) {
        $begin = hrtime(true);
        echo "seed $seed: ";
        $report = $run([...$async, '-d', "async.sim_seed=$seed"]);
        if (!$report->finish($given['report'] ?? null)) {
            echo "  make test-sweep SEED=$seed", getenv('ON') ? ' ON=' . getenv('ON') : '', "\n";
        }
        printf("  in %d s\n", (hrtime(true) - $begin) / 1e9);
        foreach ($report->counts() as $name => $count) {
            $sum[$name] += $count;
        }
    }
    printf("%d passed, %d failed, %d skipped\n", ...array_values($sum));
    return $sum['failed'] === 0 && $sum['passed'] > 0;
}

if (realpath($_SERVER['SCRIPT_FILENAME']) === __FILE__) {
    exit(sweep(array_slice($argv, 1)) ? 0 : 1);
}
