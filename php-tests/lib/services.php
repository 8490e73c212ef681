<?php

declare(strict_types=1);

/*
 * Servers other than databases, for tests: those of the distribution's packages, each on a free port with a temporary
 * directory of its own. They end with the test (see server.php). Where a package is missing, the test is skipped:
 *
 *     if ($why = missing_for('redis', 'redis-server')) die("skip $why");
 *     $server = start_redis();        // TestServer: $server->host, $server->port
 *     echo child_with('redis', $server, '$redis = new Redis; $redis->connect($host, $port); …');
 */

require_once __DIR__ . '/child.php';
require_once __DIR__ . '/server.php';

/** Why a test cannot run here that needs an extension and a program, or null. */
function missing_for(string $extension, string $program): ?string
{
    if (!extension_loaded($extension) && !is_file(ini_get('extension_dir') . "/$extension.so")) {
        return "there is no extension $extension";
    }
    try {
        find_program($program);
        return null;
    } catch (RuntimeException $e) {
        return $e->getMessage();
    }
}

/** The extensions of a child that uses one of these, in the order in which they need each other. */
function extensions_for(string $extension): array
{
    $needed = ['redis' => ['igbinary', 'redis'], 'memcached' => ['igbinary', 'msgpack', 'memcached']];
    $is_there = fn(string $name) => is_file(ini_get('extension_dir') . "/$name.so");
    return array_values(array_filter($needed[$extension] ?? [$extension], $is_there));
}

/** Runs code in a child that has an extension, with `$host`, `$port` and `$dir` of a server; its output. */
function child_with(string $extension, TestServer $server, string $code, array $ini = []): string
{
    $variables = sprintf('[$host, $port, $dir] = %s;', var_export([$server->host, $server->port, $server->dir], true));
    $uses = 'use function Async\\{spawn, await, suspend, delay};';
    return child_php("<?php $uses $variables\n$code\n", $ini + ['extension' => extensions_for($extension)], seconds: 20)['out'];
}

function accepts(int $port): bool
{
    $socket = @stream_socket_client("tcp://127.0.0.1:$port", $code, $message, 1.0);
    return $socket !== false && fclose($socket);
}

/** Whether the server has something to say to that, not only a queue of connections. */
function answers(int $port, string $question): bool
{
    if (!$socket = @stream_socket_client("tcp://127.0.0.1:$port", $code, $message, 1.0)) {
        return false;
    }
    stream_set_timeout($socket, 2);
    return fwrite($socket, $question) && strlen((string) fread($socket, 1)) === 1;
}

/** Answers of length 100 ms and more are had with `DEBUG SLEEP 0.1`. */
function start_redis(): TestServer
{
    $program = find_program('redis-server');
    return TestServer::start(fn(int $port, string $dir) => [
        $program, '--port', (string) $port, '--bind', '127.0.0.1', '--dir', $dir, '--save', '', '--enable-debug-command', 'yes',
    ], ready: accepts(...));
}

function start_memcached(): TestServer
{
    $program = find_program('memcached');
    return TestServer::start(fn(int $port, string $dir) => [
        $program, '-l', '127.0.0.1', '-p', (string) $port, '-U', '0', '-u', 'nobody',
    ], ready: accepts(...));
}

function start_gearman(): TestServer
{
    $program = find_program('gearmand');
    return TestServer::start(fn(int $port, string $dir) => [
        $program, '-L', '127.0.0.1', '-p', (string) $port, '-l', "$dir/gearmand.log",
    ], ready: accepts(...));
}

/**
 * The user may log in with the key in `$server->dir/user` and does so as the user of the test, but without the files of its home:
 * what its shell reads there may take long, and leave a lock behind where the session is killed.
 */
function start_sshd(): TestServer
{
    $program = find_program('sshd');
    return TestServer::start(function (int $port, string $dir) use ($program): array {
        foreach (['host', 'user'] as $name) {
            exec('ssh-keygen -q -t rsa -b 2048 -m PEM -N "" -f ' . escapeshellarg("$dir/$name"));
        }
        copy("$dir/user.pub", "$dir/authorized_keys");
        file_put_contents("$dir/sshd_config", <<<CONFIG
            Port $port
            ListenAddress 127.0.0.1
            HostKey $dir/host
            PidFile $dir/sshd.pid
            AuthorizedKeysFile $dir/authorized_keys
            PermitRootLogin yes
            StrictModes no
            UsePAM no
            SetEnv HOME=$dir
            PubkeyAcceptedAlgorithms +ssh-rsa
            HostKeyAlgorithms +ssh-rsa
            Subsystem sftp internal-sftp
            CONFIG);
        is_dir('/run/sshd') || @mkdir('/run/sshd');
        return [$program, '-D', '-e', '-f', "$dir/sshd_config"];
    }, ready: accepts(...));
}

/** A message broker; takes seconds to start. */
function start_rabbitmq(): TestServer
{
    // Debian's program in the path insists on a user of its own.
    $program = '/usr/lib/rabbitmq/bin/rabbitmq-server';
    $program = is_executable($program) ? $program : find_program('rabbitmq-server');
    $server = TestServer::start(function (int $port, string $dir) use ($program, &$names): array {
        // Names of nodes are looked up at a daemon, which it starts and leaves behind.
        [$names, $nodes] = [free_port(), free_port()];
        file_put_contents("$dir/rabbitmq.conf", "listeners.tcp.1 = 127.0.0.1:$port\nlog.file = false\nlog.console = true\n");
        file_put_contents("$dir/plugins", '[].');
        $environment = [
            "RABBITMQ_NODENAME=test$port@localhost", "RABBITMQ_CONFIG_FILE=$dir/rabbitmq.conf",
            "RABBITMQ_MNESIA_BASE=$dir", "RABBITMQ_LOG_BASE=$dir",
            "RABBITMQ_ENABLED_PLUGINS_FILE=$dir/plugins", "RABBITMQ_PID_FILE=$dir/rabbit.pid",
            "HOME=$dir", "RABBITMQ_CONF_ENV_FILE=$dir/none",
            "ERL_EPMD_PORT=$names", 'ERL_EPMD_ADDRESS=127.0.0.1', "RABBITMQ_DIST_PORT=$nodes", "ERL_CRASH_DUMP=$dir/crash",
            // It is alone with one test: one scheduler that does not spin, few threads, no statistics.
            'RABBITMQ_SCHEDULER_BIND_TYPE=u', 'RABBITMQ_IO_THREAD_POOL_SIZE=2',
            'RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS=+S 1:1 +SDcpu 1:1 +SDio 2 +sbwt none +sbwtdcpu none +sbwtdio none',
        ];
        return ['env', ...$environment, $program];
    }, ready: fn(int $port): bool => answers($port, "AMQP\0\0\x09\1"), seconds: 45);
    // After the server, which ends when the script does.
    register_shutdown_function(fn() => exec("ERL_EPMD_PORT=$names epmd -kill 2>&1"));
    return $server;
}

/** The user `anonymous` may write in the directories `/a` and `/b`. */
function start_ftp(): TestServer
{
    $program = find_program('vsftpd');
    return TestServer::start(function (int $port, string $dir) use ($program): array {
        $options = [
            'listen' => 'YES', 'listen_address' => '127.0.0.1', 'listen_port' => $port, 'background' => 'NO', 'anonymous_enable' => 'YES',
            'local_enable' => 'NO', 'no_anon_password' => 'YES', 'write_enable' => 'YES', 'anon_upload_enable' => 'YES',
            'anon_mkdir_write_enable' => 'YES', 'anon_other_write_enable' => 'YES', 'anon_umask' => '022', 'anon_root' => "$dir/files",
            'allow_writeable_chroot' => 'YES', 'secure_chroot_dir' => "$dir/empty", 'seccomp_sandbox' => 'NO', 'ftp_username' => 'daemon',
            'nopriv_user' => 'nobody', 'run_as_launching_user' => posix_geteuid() === 0 ? 'NO' : 'YES', 'xferlog_enable' => 'NO',
            'pasv_address' => '127.0.0.1', 'pasv_promiscuous' => 'YES',
            'port_promiscuous' => 'YES', 'isolate' => 'NO', 'isolate_network' => 'NO',
            'mdtm_write' => 'NO', 'chmod_enable' => 'YES', 'anon_world_readable_only' => 'NO', 'max_per_ip' => 0, 'max_clients' => 0,
        ];
        file_put_contents("$dir/vsftpd.conf",
            implode('', array_map(fn($name, $value) => "$name=$value\n", array_keys($options), $options)));
        mkdir("$dir/empty", 0555);
        mkdir("$dir/files");
        foreach (['a', 'b'] as $side) {
            mkdir("$dir/files/$side");
            chmod("$dir/files/$side", 0777);
        }
        // It refuses a root that its user could write to.
        chmod("$dir/files", 0555);
        chmod($dir, 0755);
        // Its processes end where a sanitizer is loaded into them (lib/under_asan).
        return ['env', '-u', 'LD_PRELOAD', $program, "$dir/vsftpd.conf"];
    }, ready: accepts(...));
}

/**
 * A directory with `dc=test` and, below, `cn=person0` to `cn=person9`; `cn=admin,dc=test` with the password `secret` may write. More lines
 * of its configuration stand before the directory's; PORT in them is its own.
 */
function start_ldap(string $more = ''): TestServer
{
    $program = find_program('slapd');
    return TestServer::start(function (int $port, string $dir) use ($program, $more): array {
        $more = str_replace('PORT', (string) $port, $more);
        $modules = glob('/usr/lib/ldap/back_ldif.so') ? "modulepath /usr/lib/ldap\nmoduleload back_ldif\n" : '';
        file_put_contents("$dir/slapd.conf", <<<CONFIG
            include /etc/ldap/schema/core.schema
            pidfile $dir/slapd.pid
            threads 4
            $more
            $modules
            database ldif
            suffix "dc=test"
            directory $dir/db
            rootdn "cn=admin,dc=test"
            rootpw secret
            CONFIG);
        mkdir("$dir/db");
        $entries = "dn: dc=test\nobjectClass: dcObject\nobjectClass: organization\no: test\ndc: test\n";
        foreach (range(0, 9) as $number) {
            $entries .= "\ndn: cn=person$number,dc=test\nobjectClass: person\ncn: person$number\nsn: $number\n";
        }
        file_put_contents("$dir/entries.ldif", $entries);
        exec(find_program('slapadd') . " -f $dir/slapd.conf -l $dir/entries.ldif 2>&1", $output, $status);
        if ($status !== 0) {
            throw new RuntimeException(implode("\n", $output));
        }
        return ['env', '-u', 'LD_PRELOAD', $program, '-h', "ldap://127.0.0.1:$port/", '-f', "$dir/slapd.conf", '-d', '0'];
    }, ready: accepts(...));
}

/**
 * Holds back the answers of a server; `most_at_once()` tells how many connections waited for one at the same time. With $together the
 * answers go on when so many connections have one, at the latest after the milliseconds.
 */
function start_holding_proxy(string|int $server_port, int $milliseconds, int $together = 0): TestServer
{
    return TestServer::start(fn(int $port, string $dir): array => [
        'env', '-u', 'LD_PRELOAD', PHP_BINARY, '-n', __DIR__ . '/holding_proxy.php', (string) $port, (string) $server_port,
        (string) $milliseconds, "$dir/most", (string) $together,
    ], ready: accepts(...));
}

function most_at_once(TestServer $proxy): int
{
    return (int) file_get_contents("$proxy->dir/most");
}
