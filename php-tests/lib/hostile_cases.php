<?php

declare(strict_types=1);

/*
 * Calls against hostile peers (hostile_peer.php), in coroutines and as stock PHP does them.
 *
 * A test has scripts of peers and code that returns calls:
 *
 *     hostile_test(
 *         ['says nothing' => [['silent']], 'resets' => [['meanwhile'], ['reset']]],
 *         <<<'PHP'
 *         return [
 *             'cases' => ['fread' => fn() => fread(connect('resets'), 10)],
 *             'cancelled' => ['fread' => ['says nothing', fn() => fread(connect('says nothing'), 10)]],
 *         ];
 *         PHP);
 *
 * Each case runs once in a PHP without the extension, and three times at once in coroutines, beside a companion that talks to a
 * peer that behaves. Result, warnings and exception have to be the same; the companion must have been served meanwhile; no
 * descriptor may be left. The cancelled ones run in two coroutines, which are cancelled when their peers have come to say
 * nothing; what they return or throw is printed. They may catch the cancellation and say what is still usable.
 *
 * 'after' is called after each, to drop what is kept for later.
 *
 * Calls take the port of a script from port('name'). A result must not say how much was in which piece, unless the peer decides that.
 */

require_once __DIR__ . '/hostile_peer.php';
require_once __DIR__ . '/tls.php';

/**
 * Runs cases in two children. Prints what differs from stock, with all there is to see; what is the same, as a result, or, where the name
 * begins with that of a group ("group: name"), as a number.
 */
function hostile_test(array $scripts, string $code, array $ini = [], string ...$extensions): void
{
    $play = function (bool $stock) use ($scripts, $code, $ini, $extensions): array {
        $peer = HostilePeer::start($scripts, alone: $stock);
        $begin = sprintf("<?php require %s; hostile_play(%s, %s, function () {\n", var_export(__FILE__, true),
            var_export($peer->ports, true), var_export($peer->dir, true));
        $loaded = shared_extensions('sockets', 'posix', ...$extensions);
        // A debug build of PHP tells of what stock PHP leaks.
        $settings = ($stock ? ['report_memleaks' => 0] : []) + $ini + ['extension' => $loaded];
        ['out' => $output, 'status' => $status] = child_php("$begin$code\n});\n", $settings, !$stock,
            seconds: getenv('TEST_UNDER') ? 250 : 50);
        if ($errors = $peer->errors()) {
            echo "the peer: $errors\n";
        }
        $outcomes = json_decode(substr((string) strrchr($output, "\n"), 1), true);
        return $outcomes ?? exit(($stock ? 'stock: ' : '') . "$output\nstatus $status");
    };
    [$stock, $ours] = [$play(true), $play(false)];
    $same = $together = [];
    foreach ($stock['cases'] as $name => $outcome) {
        [$group, $one] = [...explode(': ', $name, 2), null];
        if ($ours['cases'][$name] !== array_fill(0, 3, $outcome)) {
            echo "$name\n  stock   ", in_short($outcome), "\n";
            foreach ($ours['cases'][$name] as $outcome) {
                echo '  at once ', in_short($outcome), "\n";
            }
        } elseif ($one === null) {
            echo "$name: ", json_encode($outcome['result'], JSON_UNESCAPED_SLASHES), "\n";
        } else {
            $same[$group] = ($same[$group] ?? 0) + 1;
        }
    }
    foreach ($same as $group => $number) {
        echo "$group: $number as in stock\n";
    }
    foreach ($ours['cancelled'] as $name => $outcomes) {
        $outcome = implode(' | ', array_unique(array_map(in_short(...), $outcomes)));
        $together[$outcome][] = $name;
    }
    foreach ($together as $outcome => $names) {
        echo 'cancelled: ', count($names) > 4 ? count($names) . ' cases' : implode(', ', $names), ": $outcome\n";
    }
    foreach ($ours['complaints'] as $complaint) {
        echo "$complaint\n";
    }
}

function in_short(array $outcome): string
{
    $json = fn($value) => json_encode($value, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE);
    return $json($outcome['result']) . ($outcome['warnings'] ? ' ' . $json($outcome['warnings']) : '');
}

/* What follows is for the children. */

final class HostilePorts
{
    public static array $ports;
    public static string $dir;
    public static ?Closure $after = null;
    /** @var array<int, list<string>> warnings by coroutine */
    public static array $warnings = [];
}

function port(string $script): int
{
    return HostilePorts::$ports[$script] ?? throw new LogicException("there is no script $script");
}

/** @return resource a connection to a peer; reads and writes have a limit */
function connect(string $script, float $limit = 30, string $scheme = 'tcp')
{
    $context = stream_context_create(['ssl' => ['verify_peer' => false, 'verify_peer_name' => false]]);
    $stream = stream_socket_client("$scheme://127.0.0.1:" . port($script), $code, $text, $limit, STREAM_CLIENT_CONNECT, $context);
    $stream && stream_set_timeout($stream, (int) $limit, (int) (fmod($limit, 1) * 1e6));
    return $stream;
}

/** How many connections of a script have come to say nothing. */
function silent_peers(string $script): int
{
    $file = HostilePorts::$dir . '/' . array_search($script, array_keys(HostilePorts::$ports), true);
    clearstatcache();
    return is_file($file) ? filesize($file) : 0;
}

/** Sockets, pipes and files. What the runtime waits with, it keeps. */
function open_descriptors(): int
{
    $names = array_map(fn(string $number) => @readlink("/proc/self/fd/$number"), scandir('/proc/self/fd'));
    return count(array_filter($names, fn($name) => $name && !str_starts_with($name, 'anon_inode:')));
}

/** Result, warnings and exception of a call; nothing in it that differs from run to run. */
function hostile_outcome(Closure $call, int $who): array
{
    HostilePorts::$warnings[$who] = [];
    try {
        $result = $call();
    } catch (Throwable $e) {
        $result = $e instanceof Async\AsyncCancellation ? 'AsyncCancellation'
            : $e::class . '(' . $e->getCode() . '): ' . $e->getMessage();
    }
    // A stream that is closed here may say something, too.
    unset($call);
    $warnings = HostilePorts::$warnings[$who];
    if (getenv('SIM_SEED')) {
        // Whether a peer that closes is gone before or after the next request is sent, the seed decides.
        $warnings = array_values(preg_grep('~Send of \d+ bytes failed with errno=(32|104)~', $warnings, PREG_GREP_INVERT));
    }
    $outcome = ['result' => $result, 'warnings' => $warnings];
    $numbers = array_map(fn(int $port) => "~(?<!\d)$port(?!\d)~", array_values(HostilePorts::$ports));
    $numbers[] = '~Resource id #\d+|PID=\d+|after \d+ milliseconds|(?<=Send of )\d+~';
    array_walk_recursive($outcome, function (&$text) use ($numbers) {
        $text = is_string($text) ? preg_replace($numbers, 'NUMBER', $text) : $text;
        // libcurl says the one or the other of the same time limit.
        $text = $text === 'SSL connection timeout' ? 'Connection timed out NUMBER' : $text;
    });
    return $outcome;
}

function hostile_play(array $ports, string $dir, Closure $code): void
{
    [HostilePorts::$ports, HostilePorts::$dir] = [$ports, $dir];
    $coroutines = extension_loaded('true_async');
    set_error_handler(function (int $level, string $text) use ($coroutines): bool {
        if (error_reporting() & $level) {
            HostilePorts::$warnings[$coroutines ? Async\current_coroutine()->getId() : 0][] = $text;
        }
        return true;
    });
    $calls = $code() + ['cancelled' => [], 'after' => null];
    HostilePorts::$after = $calls['after'];
    $outcomes = ['cases' => [], 'cancelled' => [], 'complaints' => []];
    if ($coroutines) {
        // What the runtime opens for itself stays: at the first wait of a kind, the disk and names among them.
        Async\await(Async\spawn(fn() => [fsync(tmpfile()), gethostbyname('localhost')]));
        $ignored = [];
        hostile_at_once('', reset($calls['cases']), $ignored);
        foreach ($calls['cases'] as $name => $call) {
            $outcomes['cases'][$name] = hostile_at_once($name, $call, $outcomes['complaints']);
        }
        foreach ($calls['cancelled'] as $name => [$script, $call]) {
            $outcomes['cancelled'][$name] = hostile_cancelled($name, $script, $call, $outcomes['complaints']);
        }
    } else {
        foreach ($calls['cases'] as $name => $call) {
            $outcomes['cases'][$name] = hostile_outcome($call, 0);
        }
    }
    echo "\n", json_encode($outcomes, JSON_INVALID_UTF8_SUBSTITUTE | JSON_PARTIAL_OUTPUT_ON_ERROR | JSON_PRESERVE_ZERO_FRACTION);
}

/** Runs something and complains if descriptors are left. */
function hostile_leaves_nothing(string $name, Closure $run, array &$complaints): array
{
    $before = open_descriptors();
    $result = $run();
    HostilePorts::$after && (HostilePorts::$after)();
    // Some are closed by a thread of a library, some by the runtime at its next turn.
    for ($i = 0; $i < 2000 && open_descriptors() > $before; $i++) {
        gc_collect_cycles();
        Async\delay(1);
    }
    if (($left = open_descriptors() - $before) > 0) {
        $complaints[] = "$name leaves $left descriptors";
    }
    return $result;
}

function hostile_at_once(string $name, Closure $call, array &$complaints): array
{
    return hostile_leaves_nothing($name, function () use ($name, $call, &$complaints): array {
        $going_on = true;
        $answers = 0;
        $companion = Async\spawn(function () use (&$going_on, &$answers) {
            $echo = stream_socket_client('tcp://127.0.0.1:' . port('echo'));
            while ($going_on) {
                fwrite($echo, "number $answers\n");
                if (fgets($echo) !== "number $answers\n") {
                    return false;
                }
                $answers++;
                usleep(1000);
            }
            return true;
        });
        $own = fn() => hostile_outcome($call, Async\current_coroutine()->getId());
        $outcomes = array_map(Async\await(...), [Async\spawn($own), Async\spawn($own), Async\spawn($own)]);
        $going_on = false;
        if (!Async\await($companion)) {
            $complaints[] = "$name: another connection was disturbed";
        }
        // A seed decides how often whose turn it is.
        if ($answers < 3 && !getenv('SIM_SEED')) {
            $complaints[] = "$name: others had to wait";
        }
        return $outcomes;
    }, $complaints);
}

function hostile_cancelled(string $name, string $script, Closure $call, array &$complaints): array
{
    return hostile_leaves_nothing($name, function () use ($script, $call): array {
        $before = silent_peers($script);
        $own = fn() => hostile_outcome($call, Async\current_coroutine()->getId());
        $coroutines = [Async\spawn($own), Async\spawn($own)];
        $wait = fn(Closure $condition) => array_filter($coroutines, fn($c) => !$c->isCompleted() && !$condition($c));
        while ($wait(fn() => silent_peers($script) >= $before + 2) || $wait(fn($c) => $c->isSuspended())) {
            Async\delay(1);
        }
        array_map(fn($c) => $c->cancel(), $coroutines);
        return array_map(Async\await(...), $coroutines);
    }, $complaints);
}
