<?php

declare(strict_types=1);

/*
 * php sweep.php [--only=PATTERN] [--sample] [--seed=N] [--report=FILE] [--jobs=N]
 *
 * The sweep: calls every internal function and method that takes a path, a stream, a callback or a connection in two
 * coroutines at once, where everything that they call back suspends, and compares with the same two calls one after the
 * other on stock PHP. TEST_EXTENSION_OPTIONS has the options that load extensions, true_async among them. --only takes the
 * functions whose names match a regular expression, --sample those that need no server. The report goes to a file, what
 * failed and the count to the output.
 */

foreach (['Inside', 'Files', 'Side', 'Normal', 'Target', 'helpers', 'Recipes', 'Reasons', 'Children', 'Servers', 'Verdict', 'Report'] as $class) {
    require_once __DIR__ . "/lib/$class.php";
}
require_once __DIR__ . '/../lib/temporary.php';

function sweep(array $arguments): bool
{
    $given = [];
    foreach ($arguments as $argument) {
        [$name, $value] = explode('=', ltrim($argument, '-') . '=1');
        $given[$name] = $value;
    }
    $all = preg_split('/ -d /', ' ' . getenv('TEST_EXTENSION_OPTIONS'), -1, PREG_SPLIT_NO_EMPTY);
    $stock = $async = [];
    foreach ($all as $option) {
        if (($option = trim($option)) === '') {
            continue;
        }
        // Those of simulation are the sweep's own.
        preg_match('~true_async\.so|async\.~', $option) ? array_push($async, '-d', $option)
            : (str_contains($option, 'async_abi_test') || array_push($stock, '-d', $option));
    }
    if (isset($given['seed'])) {
        array_push($async, '-d', "async.sim_seed=$given[seed]");
        Trial::$isSeeded = true;
    }

    $targets = Target::all();
    $recipes = new Recipes();
    $reasons = new Reasons();
    $known = new KnownFailures(__DIR__ . '/known_failures');
    $report = new Report($known, isset($given['seed']));
    $trials = [];
    foreach ($targets as $id => $target) {
        if (isset($given['only']) && !preg_match("~$given[only]~i", $id) && !preg_match("~$given[only]~i", $target->extension)) {
            continue;
        }
        $reason = $reasons->of($id);
        $own = in_array($reason[0] ?? null, ['uncallable', 'shared'], true) || ($reason[0] ?? null) === 'zone' && !$recipes->has($id) ? [] : $recipes->trials($target);
        $report->target($target, $reason, count($own));
        foreach ($own as $trial) {
            $trials[$trial->id] = $trial;
        }
    }

    $jobs = (int) ($given['jobs'] ?? 2);
    $servers = new Servers($jobs);
    foreach ($trials as $id => $trial) {
        foreach ($trial->servers() as $server) {
            if (isset($given['sample']) && !in_array($server, Servers::OF_SAMPLE, true)) {
                $report->missing($trial, 'not in the sample');
                unset($trials[$id]);
            } elseif (($problem = $servers->start($server)) !== null) {
                $report->missing($trial, $problem);
                unset($trials[$id]);
            }
        }
    }

    $work = temporary_directory();
    $children = new Children($stock, $async, $jobs, $work);
    $ids = array_keys($trials);
    $alone = $children->run($ids, 'stock');
    // What is known to fail may leave anything behind in its process.
    $doubtful = array_filter($ids, fn(string $id) => $known->of($id) !== null);
    $together = $children->run(array_values(array_diff($ids, $doubtful)), 'together') + $children->run(array_values($doubtful), 'together', 1);
    $differences = fn(string $id, array $outcome) => Verdict::of($trials[$id], $alone[$id], $outcome);
    foreach ($ids as $id) {
        $failure = $differences($id, $together[$id]);
        if ($failure && !isset($alone[$id]['broken'])) {
            // By itself, so that no other case has a share in it.
            $again = $differences($id, $children->run([$id], 'together')[$id]);
            $failure = $again ?: [...$failure, 'not when it runs by itself'];
        }
        $report->trial($trials[$id], $failure, $together[$id]);
    }
    return $report->finish($given['report'] ?? null);
}

if (realpath($_SERVER['SCRIPT_FILENAME']) === __FILE__) {
    exit(sweep(array_slice($argv, 1)) ? 0 : 1);
}
