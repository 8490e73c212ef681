<?php

/*
 * Runs before every script of PHP's tests (auto_prepend_file) in the modes B and C: launches the scheduler and starts the second
 * coroutine, the companion, that calls into the family of the test all the time. In mode C the script runs as the body of a
 * coroutine, too.
 *
 * The script must not see any of it. So there are no globals that it could see, no functions or classes. The ids of
 * objects begin at 1 as ever: what the companion keeps lies above a stretch of ids that are given back in reverse order, and
 * its calls make no objects. Nor do they open anything, and what it keeps open has resource ids from a million on. It ends
 * with the script: a coroutine that is left is waited for, and shutdown functions run only then.
 */
$_ = (static function (): ?Async\Coroutine {
    $root = get_cfg_var('differential.root');
    $script = $_SERVER['SCRIPT_FILENAME'] ?? '';
    // Nor for servers that a test starts.
    if (!is_string($root) || PHP_SAPI !== 'cli' || $script === '') {
        return null;
    }
    differential_hide_resources(true);
    $reserved = [];
    for ($i = 0; $i < 1000; $i++) {
        $reserved[] = new stdClass();
    }
    // Its own function: what it uses is gone before the ids are given back.
    $prepare = static function () use ($root, $script): Closure {
        $server = static fn(string $name): array => explode(' ', (string) get_cfg_var("differential.$name"));
        $sockets = static function (): Closure {
            socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $pair);
            return static function () use ($pair): void {
                socket_write($pair[0], 'ping');
                socket_recv($pair[1], $data, 4, MSG_WAITALL);
                $data === 'ping' || throw new Error('the companion read something else');
            };
        };
        $streams = static function (): Closure {
            $pair = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
            return static function () use ($pair): void {
                fwrite($pair[0], "ping\n");
                $read = [$pair[1]];
                $write = $except = null;
                stream_select($read, $write, $except, 1);
                fgets($pair[1]) === "ping\n" || throw new Error('the companion read something else');
            };
        };
        $files = static function (): Closure {
            $file = tmpfile();
            return static function () use ($file): void {
                flock($file, LOCK_EX);
                rewind($file);
                fwrite($file, "line\nline\n");
                fflush($file);
                rewind($file);
                $lines = fgets($file) . fread($file, 100);
                ftruncate($file, 0);
                flock($file, LOCK_UN);
                $lines === "line\nline\n" || throw new Error('the companion read something else');
                clearstatcache();
                is_file('/etc/passwd') && stat('/etc/passwd');
            };
        };
        $commands = static function (): Closure {
            $cat = proc_open(['cat'], [['pipe', 'r'], ['pipe', 'w'], ['file', '/dev/null', 'w']], $pipes);
            return static function () use ($cat, $pipes): void {
                fwrite($pipes[0], "ping\n");
                fgets($pipes[1]) === "ping\n" || throw new Error('the companion read something else');
            };
        };
        $curl = static function () use ($server): Closure {
            $handle = curl_init($server('http')[0]);
            curl_setopt($handle, CURLOPT_RETURNTRANSFER, true);
            return static function () use ($handle): void {
                curl_exec($handle) === 'hello' || throw new Error('the companion read something else: ' . curl_error($handle));
            };
        };
        $mysqli = static function () use ($server): Closure {
            [$host, $port] = $server('mariadb');
            $connection = mysqli_init();
            $connection->real_connect($host, 'root', '', 'mysql', (int) $port);
            return static function () use ($connection): void {
                $connection->real_query('DO SLEEP(0.001)');
            };
        };
        $pdo = static function (string $driver) use ($server): Closure {
            [$host, $port] = $server($driver === 'mysql' ? 'mariadb' : 'postgresql') + [1 => ''];
            [$dsn, $user, $statement] = match ($driver) {
                'mysql' => ["mysql:host=$host;port=$port;dbname=mysql", 'root', 'DO SLEEP(0.001)'],
                'pgsql' => ["pgsql:host=$host;port=$port;dbname=postgres", 'test', 'DO $$ BEGIN PERFORM pg_sleep(0.001); END $$'],
                'sqlite' => ['sqlite::memory:', '', 'CREATE TABLE t (n INT); INSERT INTO t VALUES (1); DROP TABLE t'],
            };
            $connection = new PDO($dsn, $user, '');
            return static function () use ($connection, $statement): void {
                $connection->exec($statement);
            };
        };
        $phar = static function () use ($root): Closure {
            $file = fopen('phar://' . dirname($root) . '/companion.phar/file.txt', 'r');
            return static function () use ($file): void {
                rewind($file);
                fgets($file) === 'hello' || throw new Error('the companion read something else');
            };
        };
        $tls = static function () use ($root): Closure {
            // Contexts of its own: the default one is the script's as well.
            $tcp = ['socket' => ['tcp_nodelay' => true]];
            $here = stream_context_create($tcp + ['ssl' => ['local_cert' => dirname($root) . '/companion.pem']]);
            $there = stream_context_create($tcp + ['ssl' => ['verify_peer' => false, 'verify_peer_name' => false]]);
            $flags = STREAM_SERVER_BIND | STREAM_SERVER_LISTEN;
            $listener = stream_socket_server('tcp://127.0.0.1:0', $code, $message, $flags, $here);
            $address = stream_socket_get_name($listener, false);
            $pair = [1 => stream_socket_client($address, $code, $message, 5, STREAM_CLIENT_CONNECT, $there)];
            $pair[0] = stream_socket_accept($listener);
            array_map(static fn($end) => stream_set_blocking($end, false), $pair);
            $done = [false, false];
            while (in_array(false, $done, true)) {
                $done[0] = $done[0] ?: (bool) stream_socket_enable_crypto($pair[0], true, STREAM_CRYPTO_METHOD_TLS_SERVER);
                $done[1] = $done[1] ?: (bool) stream_socket_enable_crypto($pair[1], true, STREAM_CRYPTO_METHOD_TLS_CLIENT);
            }
            array_map(static fn($end) => stream_set_blocking($end, true), $pair);
            return static function () use ($pair): void {
                fwrite($pair[0], "ping\n");
                fgets($pair[1]) === "ping\n" || throw new Error('the companion read something else');
            };
        };

        $path = str_starts_with($script, "$root/") ? substr($script, strlen($root) + 1) : $script;
        return match (true) {
            ini_get('open_basedir') !== '' => $streams(),
            str_starts_with($path, 'ext/sockets/') && extension_loaded('sockets') => $sockets(),
            str_starts_with($path, 'ext/curl/') && extension_loaded('curl') => $curl(),
            // The counters are the process's.
            preg_match('/_(stats?|links)\b/', $script) === 1 => $streams(),
            // The script may have that many.
            (int) ini_get('mysqli.max_links') > 0 => $pdo('mysql'),
            str_starts_with($path, 'ext/mysqli/') && extension_loaded('mysqli') => $mysqli(),
            str_starts_with($path, 'ext/pdo_mysql/') && extension_loaded('pdo_mysql') => $pdo('mysql'),
            str_starts_with($path, 'ext/pdo_pgsql/') && extension_loaded('pdo_pgsql') => $pdo('pgsql'),
            (str_starts_with($path, 'ext/pdo_sqlite/') || str_starts_with($path, 'ext/pdo/')) && extension_loaded('pdo_sqlite') =>
                $pdo('sqlite'),
            str_starts_with($path, 'ext/phar/') && extension_loaded('phar') => $phar(),
            str_starts_with($path, 'ext/openssl/') => $tls(),
            str_starts_with($path, 'ext/standard/tests/file/'), str_starts_with($path, 'ext/standard/tests/dir/'),
                str_starts_with($path, 'ext/session/') => $files(),
            preg_match('~^ext/standard/tests/(general_functions|strings|misc)/~', $path) === 1 => $commands(),
            default => $streams(),
        };
    };
    // A process forks only while it has one coroutine.
    $call = @is_file("$script.alone") ? null : $prepare();
    unset($prepare);
    $main = null;
    $call && Async\spawn(static function () use ($root, $call, &$main): void {
        $calls = 0;
        try {
            while (!$main?->isCompleted()) {
                $call();
                $calls++;
                Async\delay(1);
            }
        } finally {
            @file_put_contents("$root/calls.txt", "$calls\n", FILE_APPEND);
        }
    });
    $call || Async\await(Async\spawn(static fn() => null));
    $main = Async\current_coroutine();
    $body = null;
    if (get_cfg_var('differential.mode') === 'C' && @is_file("$script.body")) {
        $body = Async\spawn(static function (): void {
            differential_include(func_get_arg(0));
        }, $script);
    }
    unset($call);
    while ($reserved) {
        array_pop($reserved);
    }
    return $body;
})();
differential_hide_resources(false);
if ($_) {
    Async\await($_);
    exit;
}
unset($_);
