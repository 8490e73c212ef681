<?php

declare(strict_types=1);

/*
 * child.php stock|together DIRECTORY CASES RESULTS
 *
 * Runs cases, whose ids are the lines of a file, and writes what came of each as a line of JSON: {"begin": id}, then
 * {"end": id, …}. If the process ends in between, the case that had begun has killed it.
 */

error_reporting(E_ALL);
// Before anything else: what tests of this process need is loaded while the wrapper does not exist.
foreach (['Inside', 'Files', 'SweepStream', 'Side', 'Callbacks', 'Normal', 'Target', 'Recipes',
    'Calls', 'Servers', 'helpers', 'slow', 'databases'] as $class) {
    require_once __DIR__ . "/lib/$class.php";
}
require_once __DIR__ . '/../lib/server.php';

[, $mode, $dir, $cases, $results] = $argv;
stream_wrapper_register(Files::SCHEME, SweepStream::class);
Normal::$dir = $dir;
Normal::$digests = require __DIR__ . '/digests.php';
chdir($dir);

$recipes = new Recipes();
$calls = new Calls($recipes, $dir);
$targets = Target::all();
$trials = [];
foreach (file($cases, FILE_IGNORE_NEW_LINES) as $id) {
    [$name] = explode('#', $id);
    foreach ($recipes->trials($targets[$name] ?? throw new RuntimeException("$name does not exist here")) as $trial) {
        $trials[$trial->id] = $trial;
    }
}
if ($mode !== 'stock') {
    // From now on the main script is a coroutine like others.
    Async\suspend();
}
$file = fopen($results, 'a');
$write = function (array $line) use ($file): void {
    fwrite($file, json_encode($line, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_PARTIAL_OUTPUT_ON_ERROR) . "\n");
};
foreach (file($cases, FILE_IGNORE_NEW_LINES) as $id) {
    $trial = $trials[$id];
    $write(['begin' => $id]);
    // A case may have left it.
    chdir($dir);
    $outcome = [];
    try {
        if ($mode === 'stock') {
            foreach (['forwards' => false, 'backwards' => true] as $order => $reversed) {
                Disk::clear($dir);
                $outcome[$order] = $calls->inTurn($trial, $reversed);
            }
        } else {
            Disk::clear($dir);
            $outcome['together'] = $calls->together($trial);
        }
    } catch (Standstill $e) {
        $write(['end' => $id, 'standstill' => $e->getMessage()]);
        // Nothing can be undone: the coroutines stand where they are.
        posix_kill(posix_getpid(), SIGKILL);
    } catch (Throwable $e) {
        // Of a recipe.
        $write(['end' => $id, 'broken' => $e::class . ': ' . $e->getMessage() . ' at ' . basename($e->getFile()) . ":{$e->getLine()}"]);
        continue;
    }
    Disk::clear($dir);
    gc_collect_cycles();
    $write(['end' => $id] + $outcome);
}
