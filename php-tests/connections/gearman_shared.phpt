--TEST--
FW-2: a GearmanClient is entered by one coroutine at a time; the callback of a worker may wait
--DESCRIPTION--
Rules: io FW-2, io CX-5
Order: independent
--SKIPIF--
<?php
require __DIR__ . '/../lib/services.php';
if ($why = missing_for('gearman', 'gearmand')) die("skip $why");
?>
--FILE--
<?php
require __DIR__ . '/../lib/services.php';

$server = start_gearman();
echo child_with('gearman', $server, <<<'PHP'
    $worker = spawn(function () use ($host, $port) {
        $worker = new GearmanWorker;
        $worker->addServer($host, $port);
        $worker->addFunction('reverse', function ($job) {
            delay(2);
            return strrev($job->workload());
        });
        while (true) {
            $worker->work();
        }
    });
    $client = new GearmanClient;
    $client->addServer($host, $port);
    $wrong = 0;
    $coroutines = [];
    for ($i = 0; $i < 4; $i++) {
        $coroutines[] = spawn(function () use ($client, $i, &$wrong) {
            for ($n = 0; $n < 4; $n++) {
                $wrong += $client->doNormal('reverse', "a$i$n") !== "$n{$i}a";
            }
        });
    }
    array_map(await(...), $coroutines);
    echo $wrong ? "$wrong wrong answers" : 'each its own answers', "\n";
    $nobody = spawn(fn() => $client->doNormal('nobody does this', 'x'));
    delay(10);
    $nobody->cancel();
    $worker->cancel();
    foreach ([$nobody, $worker] as $coroutine) {
        try {
            await($coroutine);
        } catch (Async\AsyncCancellation) {
            echo "cancelled\n";
        }
    }
    PHP);
--EXPECT--
each its own answers
cancelled
cancelled
