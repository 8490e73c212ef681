<?php

declare(strict_types=1);

/*
 * The process behind HostilePeer (hostile_peer.php has the steps).
 *
 *     php hostile_peer_process.php DIRECTORY [alone]
 *
 * Reads the scripts from its standard input, prints the ports, and ends when its standard input does. Each connection is a Fiber that
 * suspends with what it waits for. DIRECTORY/NUMBER-OF-SCRIPT has a byte for each connection that has come to 'silent'.
 */

require_once __DIR__ . '/tls.php';

final class Connection
{
    private bool $ended = false;
    private string $heard = '';

    /** @param resource $stream */
    public function __construct(private $stream, private readonly string $counter)
    {
        stream_set_blocking($stream, false);
        stream_set_read_buffer($stream, 0);
    }

    public function play(array $steps): void
    {
        foreach ($steps as $step) {
            if ($this->ended) {
                return;
            }
            match ($step[0]) {
                'send' => $this->send($step[1]),
                'trickle' => $this->trickle($step[1], $step[2] ?? 1),
                'read' => $this->read($step[1]),
                'slowly' => $this->slowly($step[1], $step[2] ?? null),
                'wait' => pause(null, null, $step[1]),
                'meanwhile' => Echoes::pass(),
                'tls' => $this->tls(STREAM_CRYPTO_METHOD_TLS_SERVER),
                'tls client' => $this->tls(STREAM_CRYPTO_METHOD_TLS_CLIENT),
                'half-close' => @stream_socket_shutdown($this->stream, STREAM_SHUT_WR),
                'close' => $this->close(),
                'reset' => $this->reset(),
                'silent' => $this->silent(),
                'call' => $this->call((int) $this->heard),
                'echo' => $this->echoes(),
                'proxy' => $this->proxy(is_string($step[1]) ? $GLOBALS['ports'][$step[1]] : $step[1], $step),
            };
        }
        $this->ended || $this->close();
    }

    /** False when the other side has gone. */
    private function send(string $text): bool
    {
        while ($text !== '') {
            $sent = @fwrite($this->stream, $text);
            if ($sent === false) {
                return false;
            }
            $text = substr($text, $sent);
            $text === '' || pause(null, $this->stream);
        }
        return true;
    }

    private function trickle(string $text, int $ms): void
    {
        foreach (str_split($text) as $byte) {
            if (!$this->send($byte)) {
                return;
            }
            pause(null, null, $ms);
        }
    }

    /** What there is, as soon as there is something; '' at the end. */
    private function hear(int $most = 65536): string
    {
        do {
            pause($this->stream, null);
            $text = (string) @fread($this->stream, $most);
        } while ($text === '' && !feof($this->stream));
        return $text;
    }

    private function read(string|int $until): void
    {
        $this->heard = '';
        while (is_int($until) ? strlen($this->heard) < $until : !str_ends_with($this->heard, $until)) {
            $text = $this->hear(is_int($until) ? $until - strlen($this->heard) : 65536);
            if ($text === '') {
                return;
            }
            $this->heard .= $text;
        }
    }

    private function slowly(int $ms, ?string $until): void
    {
        $end = '';
        while (($text = $this->hear()) !== '') {
            pause(null, null, $ms);
            $end = $until === null ? '' : substr($end . $text, -strlen($until));
            if ($until !== null && $end === $until) {
                return;
            }
        }
    }

    private function tls(int $method): void
    {
        $server = $method === STREAM_CRYPTO_METHOD_TLS_SERVER;
        $options = $server ? ['local_cert' => tls_certificate()] : ['verify_peer' => false, 'verify_peer_name' => false];
        foreach ($options as $name => $value) {
            stream_context_set_option($this->stream, 'ssl', $name, $value);
        }
        while (($done = @stream_socket_enable_crypto($this->stream, true, $method)) === 0) {
            pause($this->stream, null);
        }
        if ($done === false) {
            $this->close();
        }
    }

    private function close(): void
    {
        $this->ended = true;
        fclose($this->stream);
    }

    private function reset(): void
    {
        socket_set_option(socket_import_stream($this->stream), SOL_SOCKET, SO_LINGER, ['l_onoff' => 1, 'l_linger' => 0]);
        $this->close();
    }

    private function silent(): void
    {
        file_put_contents($this->counter, '.', FILE_APPEND);
        $this->ended = true;
        Silent::$connections[] = $this->stream;
    }

    private function call(int $port): void
    {
        $this->close();
        $this->ended = false;
        $this->stream = stream_socket_client("tcp://127.0.0.1:$port");
        stream_set_blocking($this->stream, false);
        stream_set_read_buffer($this->stream, 0);
    }

    private function echoes(): void
    {
        while (($text = $this->hear()) !== '' && $this->send($text)) {
            Echoes::$count++;
        }
    }

    private function proxy(int $port, array $options): void
    {
        $server = stream_socket_client("tcp://127.0.0.1:$port");
        stream_set_blocking($server, false);
        stream_set_read_buffer($server, 0);
        $left = isset($options['from']) ? null : $options['cut'] ?? null;
        $said = '';
        $streams = [$this->stream, $server];
        while (true) {
            $ready = pause($streams, null);
            if (in_array($this->stream, $ready, true)) {
                $text = (string) @fread($this->stream, 65536);
                if ($text === '' && feof($this->stream)) {
                    break;
                }
                $said .= $text;
                if ($left === null && isset($options['from']) && str_contains($said, $options['from'])) {
                    $left = $options['cut'] ?? null;
                }
                @fwrite($server, $text);
            }
            if (in_array($server, $ready, true)) {
                $text = (string) @fread($server, 65536);
                if ($text === '' && feof($server)) {
                    break;
                }
                $cut = $left !== null && strlen($text) >= $left;
                if ($left !== null) {
                    $text = substr($text, 0, $left);
                    $left -= strlen($text);
                }
                foreach ($text === '' ? [] : str_split($text, $options['piece'] ?? strlen($text)) as $piece) {
                    $this->send($piece);
                    isset($options['piece']) && pause(null, null, 0);
                }
                if ($cut) {
                    fclose($server);
                    $this->play($options['then']);
                    return;
                }
            }
        }
        fclose($server);
    }
}

final class Echoes
{
    public static int $count = 0;
    public static bool $alone;

    public static function pass(): void
    {
        if (self::$alone) {
            pause(null, null, 5);
            return;
        }
        $end = self::$count + 3;
        while (self::$count < $end) {
            // Told by another connection's Fiber, so there is nothing to wait for but a turn.
            pause(null, null, 1);
        }
    }
}

final class Silent
{
    public static array $connections = [];
}

/**
 * Suspends the Fiber until one of the streams can be read, or written, or the time is over.
 *
 * @param resource|list<resource>|null $read
 * @return list<resource> what can be read
 */
function pause($read, $write, ?int $ms = null): array
{
    return Fiber::suspend([is_array($read) ? $read : ($read ? [$read] : []), $write, $ms === null ? null : hrtime(true) / 1e6 + $ms]);
}

ini_set('display_errors', 'stderr');
[, $dir, $alone] = $argv;
Echoes::$alone = $alone !== '';
$scripts = unserialize(base64_decode(fgets(STDIN)));
$listeners = $ports = [];
foreach ($scripts as $name => $steps) {
    // Small pieces are not collected.
    $context = stream_context_create(['socket' => ['backlog' => 128, 'tcp_nodelay' => true]]);
    $listeners[$name] = stream_socket_server('tcp://127.0.0.1:0', context: $context);
    stream_set_blocking($listeners[$name], false);
    $ports[$name] = (int) substr(strrchr(stream_socket_get_name($listeners[$name], false), ':'), 1);
}
echo json_encode($ports), "\n";
/** @var list<array{Fiber, list<resource>, ?resource, ?float}> $waiting */
$waiting = [];
$run = function (Fiber $fiber, ?array $ready) use (&$waiting): void {
    $wanted = $fiber->isStarted() ? $fiber->resume($ready) : $fiber->start();
    if (!$fiber->isTerminated()) {
        $waiting[] = [$fiber, ...$wanted];
    }
};
while (true) {
    $read = [STDIN, ...array_values($listeners)];
    $write = $except = [];
    $due = INF;
    foreach ($waiting as [, $reads, $writes, $time]) {
        array_push($read, ...$reads);
        $writes && $write[] = $writes;
        $due = min($due, $time ?? INF);
    }
    $left = max(0.0, min(60_000.0, $due - hrtime(true) / 1e6));
    stream_select($read, $write, $except, (int) ($left / 1000), (int) (fmod($left, 1000) * 1000));
    if (in_array(STDIN, $read, true)) {
        exit;
    }
    $now = hrtime(true) / 1e6;
    [$before, $waiting] = [$waiting, []];
    foreach ($before as $one) {
        [$fiber, $reads, $writes, $time] = $one;
        $ready = array_filter($reads, fn($stream) => in_array($stream, $read, true));
        if ($ready || $writes && in_array($writes, $write, true) || $time !== null && $time <= $now) {
            $run($fiber, $ready);
        } else {
            $waiting[] = $one;
        }
    }
    foreach ($listeners as $name => $listener) {
        while (in_array($listener, $read, true) && $stream = @stream_socket_accept($listener, 0)) {
            $counter = $dir . '/' . array_search($name, array_keys($scripts), true);
            $connection = new Connection($stream, $counter);
            $run(new Fiber(fn() => $connection->play($scripts[$name])), null);
        }
    }
}
