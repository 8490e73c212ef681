<?php

declare(strict_types=1);

/*
 * Two servers under the load of wrk, in turn, and what a request costs each of them: the time on a processor of all threads of the
 * server, divided by the requests that wrk has counted.
 */

/** A server in a process of its own; it goes with this object. */
final class LoadedServer
{
    public readonly int $port;
    public readonly int $pid;
    /** @var resource */
    private $process;
    /** @var resource its standard input: it ends with this */
    private $input;

    /** @param list<string> $command prints its port */
    public function __construct(array $command)
    {
        $this->process = proc_open($command, [['pipe', 'r'], ['pipe', 'w'], STDERR], $pipes);
        $this->input = $pipes[0];
        $this->port = (int) fgets($pipes[1]);
        $this->pid = proc_get_status($this->process)['pid'];
        if ($this->port === 0) {
            throw new RuntimeException('no server: ' . implode(' ', $command));
        }
    }

    public function __destruct()
    {
        fclose($this->input);
        proc_close($this->process);
    }

    /** Nanoseconds that its threads have been on a processor. */
    public function time(): float
    {
        return time_on_processor($this->pid);
    }
}

/** Nanoseconds that the threads of a process have been on a processor. */
function time_on_processor(int $pid): float
{
    $time = 0.0;
    foreach (glob("/proc/$pid/task/*/schedstat") as $file) {
        $time += (float) @file_get_contents($file);
    }
    if ($time > 0) {
        return $time;
    }
    // Without the scheduler's statistics, in ticks of a hundredth of a second.
    $fields = explode(' ', substr(strrchr(file_get_contents("/proc/$pid/stat"), ')'), 2));
    return ((int) $fields[11] + (int) $fields[12]) * 1e7;
}

/** Options in front of a command that keep it on one of the processors: how two share one is the kernel's choice, not the server's. */
function on_processor(int $index): array
{
    preg_match('/^Cpus_allowed_list:\s*(.*)$/m', file_get_contents('/proc/self/status'), $allowed);
    $processors = [];
    foreach (explode(',', $allowed[1]) as $range) {
        [$first, $last] = explode('-', "$range-$range");
        array_push($processors, ...range((int) $first, (int) $last));
    }
    return count($processors) > 1 && shell_exec('command -v taskset') ? ['taskset', '-c', (string) $processors[$index]] : [];
}

/** What one run of wrk has come to: requests, and what it says of errors. */
function wrk(int $port, string $path, int $seconds, int $connections): array
{
    $command = [...on_processor(1), 'wrk', '-t1', "-c$connections", "-d{$seconds}s", "http://127.0.0.1:$port/$path"];
    $process = proc_open($command, [['file', '/dev/null', 'r'], ['pipe', 'w'], ['redirect', 1]], $pipes);
    $output = stream_get_contents($pipes[1]);
    proc_close($process);
    preg_match('/(\d+) requests in/', $output, $requests);
    preg_match_all('/^\s*(?:Socket errors|Non-2xx).*$/m', $output, $errors);
    return [(int) ($requests[1] ?? 0), trim(implode(' ', $errors[0]))];
}

/**
 * Loads both servers in turn, round after round.
 *
 * @return array{ratio: float, true_async: float, libuv: float, requests: int, errors: string} the median of the rounds' ratios;
 *         microseconds per request, medians as well
 */
function compare_servers(array $commands, string $path, int $rounds, int $seconds, int $connections): array
{
    $servers = array_map(fn(array $command) => new LoadedServer($command), $commands);
    $costs = ['true_async' => [], 'libuv' => []];
    $requests = 0;
    $errors = [];
    foreach ($servers as $server) {
        wrk($server->port, $path, 1, $connections);
    }
    for ($round = 0; $round < $rounds; $round++) {
        foreach ($round % 2 === 0 ? ['true_async', 'libuv'] : ['libuv', 'true_async'] as $name) {
            $before = $servers[$name]->time();
            [$count, $problem] = wrk($servers[$name]->port, $path, $seconds, $connections);
            $costs[$name][] = $count > 0 ? ($servers[$name]->time() - $before) / $count / 1000 : NAN;
            $requests += $count;
            $errors[] = $problem;
        }
    }
    $ratios = array_map(fn(float $ours, float $theirs) => $ours / $theirs, $costs['true_async'], $costs['libuv']);
    return [
        'ratio' => median($ratios),
        'true_async' => median($costs['true_async']),
        'libuv' => median($costs['libuv']),
        'requests' => $requests,
        'errors' => trim(implode(' ', array_filter($errors))),
    ];
}

function median(array $values): float
{
    sort($values);
    return $values[intdiv(count($values), 2)];
}
