<?php

/*
 * Gearman: clients, workers, tasks and jobs, by their classes and by the functions that do the same. A process of its own
 * does the work of clients (worker.php); what workers do is given to them by a client.
 */

if (!class_exists('GearmanClient')) {
    return [];
}

/** A name under which nothing else waits for this worker. */
$queue = function (Side $s): string {
    static $number = 0;
    return $s->once(fn() => "queue_{$s->name}_" . getmypid() . '_' . $number++);
};
$client = fn(Side $s) => $s->once(function () {
    $client = new GearmanClient();
    $client->addServer('127.0.0.1', Servers::port('gearman'));
    $client->setTimeout(2000);
    return $client;
});
/** A worker with jobs that wait for it. */
$worker = fn(Side $s) => $s->once(function () use ($s, $queue) {
    $name = $queue($s);
    $client = new GearmanClient();
    $client->addServer('127.0.0.1', Servers::port('gearman'));
    $client->doBackground($name, 'first job');
    $client->doBackground($name, 'second job');
    $worker = new GearmanWorker();
    $worker->addServer('127.0.0.1', Servers::port('gearman'));
    $worker->setTimeout(1000);
    $worker->addFunction($name, function (GearmanJob $job) {
        Files::operation('works', $job->workload());
        return strrev($job->workload());
    });
    return $worker;
});
$task = fn(Side $s) => $s->once(function () use ($s, $client) {
    $s->keep($one = $client($s));
    return $s->keep($one->addTask('sweep', $s->word()));
});
$values = [
    'function' => fn() => 'sweep',
    'function_name' => fn() => 'sweep',
    'workload' => fn(Side $s) => $s->word(),
    'data' => fn(Side $s) => $s->word(),
    'unique' => fn(Side $s) => uniqid($s->name),
    'unique_key' => fn(Side $s) => uniqid($s->name),
    'job_handle' => fn(Side $s) => "H:nowhere:$s->n",
    'host' => fn() => '127.0.0.1',
    'port' => fn() => Servers::port('gearman'),
    'servers' => fn() => '127.0.0.1:' . Servers::port('gearman'),
    'timeout' => fn() => 2000,
    'option' => fn() => 0,
    'callback' => fn(Side $s) => $s->callback(fn() => GEARMAN_SUCCESS),
];
$handle = fn($result) => match (true) {
    is_string($result) && str_starts_with($result, 'H:') => 'a handle',
    is_object($result) => $result::class,
    is_array($result) => array_map(fn($part) => is_string($part) ? preg_replace('/\d+$/', 'number', $part) : $part, $result),
    default => $result,
};
$common = ['result' => $handle, 'ignore' => ['object', 'args', 'operations']];

$recipes = [];
// The first parameter of a function is what its method belongs to.
foreach (['GearmanClient' => ['gearman_client_', $client], 'GearmanWorker' => ['gearman_worker_', $worker],
    'GearmanTask' => ['gearman_task_', $task]] as $class => [$prefix, $object]) {
    $recipes += recipes_by_names(own_methods($class), $values, $common + ['object' => $object]);
    $recipes += recipes_by_names(functions_of('gearman', $prefix), $values + ['obj' => $object], $common);
}
unset($recipes['gearman_client_create'], $recipes['gearman_worker_create']);

// Tasks that are run, and what answers is asked for more.
$started = fn(Side $s) => tap($client($s), function (GearmanClient $client) use ($s) {
    foreach ([1, 2] as $n) {
        $client->addTask('sweep', "{$s->word()} $n", null, uniqid());
    }
    $client->setCompleteCallback(fn(GearmanTask $task) => Files::operation('complete', $task->data()));
    $client->setDataCallback(fn(GearmanTask $task) => Files::operation('data', $task->data()));
});
$running = ['own' => true, 'shared' => false] + $common;
$recipes['GearmanClient::runTasks'] = ['object' => $started, 'args' => fn() => []] + $running;
$recipes['gearman_client_run_tasks'] = ['args' => fn(Side $s) => [$started($s)]] + $running;
// What is done in steps, up to where there is something to wait for.
$stopped = fn(Side $s) => tap($client($s), function (GearmanClient $client) use ($s) {
    $s->meet();
    $client->addOptions(GEARMAN_CLIENT_NON_BLOCKING);
    $client->addTask('sweep', $s->word(), null, uniqid());
    $client->runTasks();
});
$looking = fn(Side $s) => tap($worker($s), function (GearmanWorker $worker) use ($s) {
    $s->meet();
    $worker->addOptions(GEARMAN_WORKER_NON_BLOCKING);
    $worker->work();
});
foreach (['GearmanClient::wait' => $stopped, 'GearmanWorker::wait' => $looking] as $id => $object) {
    $recipes[$id] = ['object' => $object] + $running + ['args' => fn() => []];
}
foreach (['gearman_client_wait' => $stopped, 'gearman_worker_wait' => $looking] as $id => $object) {
    $recipes[$id] = ['args' => fn(Side $s) => [$object($s)]] + $running;
}
foreach (['GearmanTask::unique', 'gearman_task_unique'] as $id) {
    $recipes[$id]['result'] = fn($unique) => strlen($unique);
}
foreach (['work', 'grab_job'] as $name) {
    $method = lcfirst(str_replace('_', '', ucwords($name, '_')));
    foreach (["GearmanWorker::$method", "gearman_worker_$name"] as $id) {
        $recipes[$id] = ['shared' => false] + $recipes[$id];
    }
}
foreach (['GearmanWorker::addFunction', 'gearman_worker_add_function'] as $id) {
    $object = $id === 'GearmanWorker::addFunction' ? [] : null;
    $recipes[$id]['args'] = fn(Side $s) => [...($object ?? [$worker($s)]), 'sweep_' . $s->name, $s->callback()];
}
// What they tell is the last thing that happened to the connection: under a seed that a part was to be waited for.
foreach (['GearmanClient::error', 'gearman_client_error', 'GearmanWorker::error', 'gearman_worker_error'] as $id) {
    $recipes[$id]['pieces'] = true;
}
foreach (['GearmanWorker::unregister', 'gearman_worker_unregister'] as $id) {
    $recipes[$id]['pieces'] = $recipes[$id . ($id[0] === 'G' ? 'All' : '_all')]['pieces'] = ['warnings'];
}
return $recipes;
