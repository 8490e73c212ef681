<?php

declare(strict_types=1);

/*
 * proxy.php PORT TARGET
 *
 * Stands before a server that answers at once, and holds back its answers for a moment: so a call on its connection has
 * something to wait for. Nothing is changed.
 */

const DELAY = 0.0015;

set_error_handler(fn() => true);
[, $port, $target] = $argv;
$listener = stream_socket_server("tcp://127.0.0.1:$port") ?: exit(1);
/** @var array<int, array{other: resource, back: bool, output: string, ends: bool}> by stream */
$ends = [];
$streams = [];
/** @var list<array{float, int, string}> answers that are held back: time, to which stream, and what */
$held = [];

function finish(int $id): void
{
    global $ends, $streams;
    foreach ([$id, (int) ($ends[$id]['other'] ?? 0)] as $each) {
        if (isset($streams[$each])) {
            fclose($streams[$each]);
            unset($streams[$each], $ends[$each]);
        }
    }
}

while (true) {
    $read = [$listener, ...$streams];
    $write = array_intersect_key($streams, array_filter($ends, fn(array $end) => $end['output'] !== ''));
    $except = null;
    $next = $held ? max(0, $held[0][0] - microtime(true)) : 1;
    stream_select($read, $write, $except, (int) $next, (int) (fmod($next, 1) * 1e6));
    foreach ($read as $stream) {
        if ($stream === $listener) {
            if (($client = stream_socket_accept($listener, 0)) && ($server = stream_socket_client("tcp://127.0.0.1:$target"))) {
                foreach ([[$client, $server, false], [$server, $client, true]] as [$one, $other, $back]) {
                    stream_set_blocking($one, false);
                    stream_set_write_buffer($one, 0);
                    $streams[(int) $one] = $one;
                    $ends[(int) $one] = ['other' => $other, 'back' => $back, 'output' => '', 'ends' => false];
                }
            }
            continue;
        }
        $id = (int) $stream;
        if (!isset($streams[$id])) {
            continue;
        }
        $data = fread($stream, 65536);
        if ($data === '' || $data === false) {
            if (feof($stream)) {
                // What is held back still goes out.
                $other = (int) $ends[$id]['other'];
                $waiting = array_filter($held, fn(array $one) => $one[1] === $other);
                $waiting ? $held[] = [microtime(true) + DELAY, $other, ''] : finish($id);
                if ($waiting) {
                    fclose($stream);
                    unset($streams[$id]);
                }
            }
        } elseif ($ends[$id]['back']) {
            $held[] = [microtime(true) + DELAY, (int) $ends[$id]['other'], $data];
        } else {
            $ends[(int) $ends[$id]['other']]['output'] .= $data;
        }
    }
    while ($held && $held[0][0] <= microtime(true)) {
        [, $id, $data] = array_shift($held);
        if (isset($streams[$id])) {
            $data === '' ? finish($id) : $ends[$id]['output'] .= $data;
        }
    }
    foreach ($streams as $id => $stream) {
        if ($ends[$id]['output'] !== '') {
            $count = fwrite($stream, $ends[$id]['output']);
            $ends[$id]['output'] = substr($ends[$id]['output'], (int) $count);
        }
    }
}
