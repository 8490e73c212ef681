<?php

declare(strict_types=1);

/*
 * A proxy in a process of its own that holds back what the server answers, and counts: how many connections were waiting for an
 * answer at most at one time. Run by `start_holding_proxy()` (services.php).
 *
 *     php holding_proxy.php PORT SERVER-PORT MILLISECONDS COUNT-FILE [TOGETHER]
 *
 * With TOGETHER it passes the answers on as soon as so many connections have one, and the milliseconds are only the limit.
 *
 * A connection waits from what its client has said until the answer is passed on. Answers that come one right after the other are
 * passed on together.
 */

[, $port, $server_port, $milliseconds, $file] = $argv;
$together = (int) ($argv[5] ?? 0);
$listener = stream_socket_server("tcp://127.0.0.1:$port") ?: exit(1);
/** @var array<int, array{client: resource, server: resource, answer: string, due: ?float, waits: bool, ended: bool}> $pairs */
$pairs = [];
$most = 0;
$next = 0;
file_put_contents($file, '0');

while (true) {
    $read = [$listener];
    $due = array_filter(array_column($pairs, 'due'), fn(?float $time) => $time !== null);
    foreach ($pairs as $pair) {
        $read[] = $pair['client'];
        if (!$pair['ended']) {
            $read[] = $pair['server'];
        }
    }
    $left = $due ? max(0.0, min($due) - hrtime(true) / 1e9) : 60.0;
    $write = $except = null;
    if (@stream_select($read, $write, $except, (int) $left, (int) (fmod($left, 1) * 1e6)) === false) {
        exit(1);
    }
    foreach ($pairs as $number => &$pair) {
        if ($pair['due'] !== null && $pair['due'] <= hrtime(true) / 1e9) {
            @fwrite($pair['client'], $pair['answer']);
            [$pair['answer'], $pair['due'], $pair['waits']] = ['', null, false];
            if ($pair['ended']) {
                fclose($pair['client']);
                fclose($pair['server']);
                unset($pairs[$number]);
                continue;
            }
        }
        if (in_array($pair['client'], $read, true)) {
            $said = (string) @fread($pair['client'], 65536);
            if ($said === '' && feof($pair['client'])) {
                fclose($pair['client']);
                fclose($pair['server']);
                unset($pairs[$number]);
                continue;
            }
            $pair['waits'] = true;
            @fwrite($pair['server'], $said);
        }
        if (in_array($pair['server'], $read, true)) {
            $answer = (string) @fread($pair['server'], 65536);
            if ($answer === '' && feof($pair['server'])) {
                // The end comes with the answer that is held back.
                if ($pair['ended'] = $pair['due'] !== null) {
                    continue;
                }
                fclose($pair['client']);
                fclose($pair['server']);
                unset($pairs[$number]);
                continue;
            }
            $pair['answer'] .= $answer;
            // What was not asked for, as a greeting, will not become one of many.
            $pair['due'] ??= $together && !$pair['waits'] ? 0.0 : hrtime(true) / 1e9 + $milliseconds / 1000;
        }
    }
    unset($pair);
    if ($together) {
        $answered = array_keys(array_filter($pairs, fn(array $pair) => $pair['waits'] && $pair['due'] !== null));
        // No more than that: the rest would be too few.
        foreach (array_slice($answered, 0, intdiv(count($answered), $together) * $together) as $number) {
            $pairs[$number]['due'] = 0.0;
        }
    }
    if (in_array($listener, $read, true) && $client = @stream_socket_accept($listener, 0.0)) {
        $server = stream_socket_client("tcp://127.0.0.1:$server_port") ?: exit(1);
        $pairs[$next++] = ['client' => $client, 'server' => $server, 'answer' => '', 'due' => null, 'waits' => false, 'ended' => false];
    }
    $waiting = count(array_filter(array_column($pairs, 'waits')));
    if ($waiting > $most) {
        $most = $waiting;
        file_put_contents($file, (string) $most);
    }
}
