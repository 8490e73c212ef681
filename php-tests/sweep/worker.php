<?php

declare(strict_types=1);

/*
 * worker.php PORT GEARMAND
 *
 * Does the work of gearman's clients: `sweep` gives back a text reversed, after a while and in steps. Accepts on a port to say
 * that it is there.
 */

[, $port, $gearmand] = $argv;
$worker = new GearmanWorker();
$worker->addServer('127.0.0.1', (int) $gearmand);
$worker->addFunction('sweep', function (GearmanJob $job) {
    usleep(5000);
    $job->sendStatus(1, 2);
    $job->sendData('half of ' . $job->workload());
    usleep(5000);
    return strrev($job->workload());
});
$listener = stream_socket_server("tcp://127.0.0.1:$port");
while ($worker->work());
