<?php

/*
 * Requests by curl_exec() in as many coroutines, and by one curl_multi handle, to a server that answers after 100 ms. Argument: requests.
 * The server is a process with coroutines.
 */

namespace Bench;

use function Async\{await_all_or_fail, spawn};

const SERVER = <<<'PHP'
    $serve = function ($client) {
        while (($request = fread($client, 8192)) !== '' && $request !== false) {
            Async\delay(100);
            fwrite($client, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok");
            break;
        }
    };
    $context = stream_context_create(['socket' => ['backlog' => 4096]]);
    $server = stream_socket_server('tcp://127.0.0.1:0', $code, $text, STREAM_SERVER_BIND | STREAM_SERVER_LISTEN, $context);
    Async\spawn(function () use ($server, $serve) {
        while (true) {
            if ($client = @stream_socket_accept($server)) Async\spawn($serve, $client);
        }
    });
    echo stream_socket_get_name($server, false), "\n";
    fgets(STDIN);
    Async\graceful_shutdown();
    PHP;

return function (string $side, int $count): array {
    if ($side === 'fiber') {
        return ['wall' => 0.0, 'cpu' => 0.0, 'multi_wall' => 1.0, 'multi_cpu' => 1.0];
    }
    preg_match('~ (/.*true_async\.so)~', file_get_contents('/proc/self/maps'), $module);
    $process = proc_open([PHP_BINARY, '-n', '-d', "extension=$module[1]", '-r', SERVER], [['pipe', 'r'], ['pipe', 'w']], $pipes);
    $url = 'http://' . trim(fgets($pipes[1])) . '/';
    $handle = function () use ($url) {
        $handle = curl_init($url);
        curl_setopt($handle, CURLOPT_RETURNTRANSFER, true);
        return $handle;
    };
    $check = fn(?string $answer) => $answer === 'ok' ? null : throw new \RuntimeException("answer: $answer");
    $multi = function () use ($handle, $count, $check): void {
        $multi = curl_multi_init();
        for ($i = 0; $i < $count; $i++) {
            curl_multi_add_handle($multi, $handles[] = $handle());
        }
        do {
            curl_multi_exec($multi, $running);
            curl_multi_select($multi);
        } while ($running > 0);
        foreach ($handles as $one) {
            $check(curl_multi_getcontent($one));
            curl_multi_remove_handle($multi, $one);
        }
    };
    $at_once = function () use ($handle, $count, $check): void {
        $coroutines = [];
        for ($i = 0; $i < $count; $i++) {
            $coroutines[] = spawn(fn() => $check(curl_exec($handle())));
        }
        await_all_or_fail($coroutines);
    };
    $result = ['wall' => INF, 'cpu' => INF, 'multi_wall' => INF, 'multi_cpu' => INF];
    for ($round = 0; $round < 5; $round++) {
        foreach (['' => $at_once, 'multi_' => $multi] as $name => $way) {
            $cpu = cpu();
            $result["{$name}wall"] = min($result["{$name}wall"], wall($way));
            $result["{$name}cpu"] = min($result["{$name}cpu"], cpu() - $cpu);
        }
    }
    fclose($pipes[0]);
    proc_close($process);
    return $result;
};
