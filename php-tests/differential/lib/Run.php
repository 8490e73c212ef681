<?php

declare(strict_types=1);

/** The servers that tests and companions talk to. */
final class Servers
{
    private ?MariaDbServer $mariadb = null;
    private ?PostgresServer $postgres = null;
    private ?TestServer $http = null;

    public function __construct(bool $needed)
    {
        if (!$needed) {
            return;
        }
        $this->mariadb = MariaDbServer::missing() ? null : MariaDbServer::start();
        $this->postgres = PostgresServer::missing() ? null : PostgresServer::start();
        $this->http = start_php_server('<?php echo "hello";');
        $this->reset();
    }

    /** Empty databases. */
    public function reset(): void
    {
        if ($this->mariadb) {
            $pdo = new PDO($this->mariadb->dsn(), $this->mariadb->user, '');
            $pdo->exec('DROP DATABASE IF EXISTS test');
            $pdo->exec('CREATE DATABASE test');
        }
        if ($this->postgres) {
            $pdo = new PDO($this->postgres->dsn(), $this->postgres->user, '');
            $pdo->exec('DROP DATABASE IF EXISTS test WITH (FORCE)');
            $pdo->exec('CREATE DATABASE test');
        }
    }

    /** @return array<string, string> where PHP's tests look for them */
    public function environment(): array
    {
        $variables = [];
        if ($server = $this->mariadb) {
            $variables += [
                'MYSQL_TEST_HOST' => $server->host, 'MYSQL_TEST_PORT' => (string) $server->port, 'MYSQL_TEST_USER' => 'root',
                'MYSQL_TEST_DB' => 'test', 'MYSQL_TEST_SOCKET' => $server->dir() . '/server.sock',
                'PDO_MYSQL_TEST_DSN' => "mysql:host=$server->host;port=$server->port;dbname=test", 'PDO_MYSQL_TEST_USER' => 'root',
                'PDO_MYSQL_TEST_PASS' => '', 'PDO_MYSQL_TEST_HOST' => $server->host, 'PDO_MYSQL_TEST_DB' => 'test',
                'PDO_MYSQL_TEST_SOCKET' => $server->dir() . '/server.sock', 'PDO_MYSQL_TEST_PORT' => (string) $server->port,
            ];
        }
        if ($server = $this->postgres) {
            $dsn = "pgsql:host=$server->host port=$server->port dbname=test user=test password=test";
            $variables += ['PDO_PGSQL_TEST_DSN' => $dsn];
        }
        return $variables;
    }

    /** @return list<string> where companions find them */
    public function settings(): array
    {
        return [
            ...$this->mariadb ? ['-d', "differential.mariadb={$this->mariadb->host} {$this->mariadb->port}"] : [],
            ...$this->postgres ? ['-d', "differential.postgresql={$this->postgres->host} {$this->postgres->port}"] : [],
            ...$this->http ? ['-d', 'differential.http="' . $this->http->url() . '"'] : [],
        ];
    }
}

/** Runs tests in one mode, each mode in a copy of the source's tests: they write files beside themselves. */
final class Run
{
    private array $trees = [];

    /** @param list<string> $options those that load extensions */
    public function __construct(
        private readonly Suite $suite,
        private readonly string $work,
        private readonly string $runTests,
        private readonly string $extension,
        private readonly string $helper,
        private readonly array $options,
        private readonly Servers $servers,
    ) {
        copy(tls_certificate(), "$work/companion.pem");
        @unlink("$work/companion.phar");
        $phar = new Phar("$work/companion.phar");
        $phar['file.txt'] = 'hello';
    }

    /** Changes with everything that mode A's results depend on. */
    public function identity(): string
    {
        $php = shell_exec(escapeshellarg(PHP_BINARY) . ' -n -v') . implode(' ', $this->options);
        $kinds = implode(' ', array_keys($this->servers->environment())) . getenv('SLOW');
        $source = file_get_contents("{$this->suite->source}/main/php_version.h");
        // Which tests run-tests.php can run depends on it.
        $cgi = implode(' ', glob(dirname(PHP_BINARY) . '/php-cgi*'));
        return substr(md5($php . $kinds . $cgi . $source . md5_file(__FILE__)), 0, 12);
    }

    /** @return array<string, list<array>> the results of each of several times, alone */
    public function repeat(string $mode, array $tests, int $times): array
    {
        $results = array_fill_keys($tests, []);
        $run = array_values(array_unique(array_map(fn(string $test) => strtok($test, ':'), $tests)));
        for ($i = 0; $i < $times; $i++) {
            $once = $this->mode($mode, $run, 1);
            foreach ($tests as $test) {
                $results[$test][] = $once[$test] ?? null;
            }
        }
        return $results;
    }

    /** @return array<string, array{status: string, diff: string}> by test */
    public function mode(string $mode, array $tests, ?int $jobs = null): array
    {
        if ($tests === []) {
            return [];
        }
        $tree = $this->tree($mode);
        $this->servers->reset();
        $options = $this->options;
        if ($mode !== 'A') {
            array_push($options, '-d', "extension=$this->extension", '-d', "extension=$this->helper");
            array_push($options, '-d', 'auto_prepend_file=' . dirname(__DIR__) . '/launch.php');
            array_push($options, '-d', "differential.root=$tree", '-d', "differential.mode=$mode", ...$this->servers->settings());
            foreach (explode(' ', getenv('ASYNC_TEST_ARGS') ?: '') as $argument) {
                $argument === '' || $options[] = $argument;
            }
        }
        file_put_contents("$tree/tests.txt", implode('', array_map(fn(string $test) => "$tree/$test\n", $tests)));
        $jobs ??= (int) (getenv('JOBS') ?: 2);
        $command = [
            PHP_BINARY, '-n', '-d', 'memory_limit=-1', "$tree/run-tests.php", '-n', '-q', ...($jobs > 1 ? ["-j$jobs"] : []),
            '--set-timeout', '60', '--no-progress', '-g', 'FAIL,BORK', '-W', "$tree/results.txt", ...$options, '-r', "$tree/tests.txt",
        ];
        $environment = $this->servers->environment() + [
            'TEST_PHP_EXECUTABLE' => PHP_BINARY, 'TEST_PHP_SRCDIR' => $tree, 'TMPDIR' => getenv('TMPDIR'),
            'NO_INTERACTION' => '1', 'SKIP_ONLINE_TESTS' => '1', 'NO_COLOR' => '1',
        ] + (getenv('SLOW') ? [] : ['SKIP_SLOW_TESTS' => '1']) + getenv();
        unset($environment['TEST_EXTENSION_PATH'], $environment['TEST_EXTENSION_OPTIONS']);
        @unlink("$tree/results.txt");
        $log = ['file', "$tree/log.txt", 'w'];
        $process = proc_open($command, [['file', '/dev/null', 'r'], $log, $log], $pipes, $tree, $environment);
        proc_close($process);
        if (!is_file("$tree/results.txt")) {
            throw new RuntimeException("run-tests.php wrote no results:\n" . file_get_contents("$tree/log.txt"));
        }
        return $this->results($tree, $tests);
    }

    private function results(string $tree, array $tests): array
    {
        $results = [];
        foreach (file("$tree/results.txt", FILE_IGNORE_NEW_LINES) as $line) {
            [$status, $path] = explode("\t", $line) + [1 => ''];
            // "# test: path" of one that stands for those of another directory.
            $test = preg_replace('~^# (.*): .*/~', '$1:', str_replace("$tree/", '', $path));
            $base = "$tree/" . preg_replace(['~[^/]*\.phpt:~', '/\.phpt$/'], '', $test);
            $failed = !in_array($status, ['PASSED', 'SKIPPED', 'XFAILED'], true);
            $status = ['XFAILED' => 'PASSED', 'WARNED' => 'FAILED', 'BORKED' => 'FAILED', 'LEAKED' => 'FAILED'][$status] ?? $status;
            $results[$test] = [
                'status' => $status,
                'diff' => $failed ? $this->neutral((string) @file_get_contents("$base.diff"), $tree) : '',
            ];
        }
        return $results;
    }

    /** A difference without what is another in every run or every tree, and without the frames of what launches the script. */
    private function neutral(string $diff, string $tree): string
    {
        $diff = str_replace($tree, '', $diff);
        $other = [
            '/0x[0-9a-f]{6,}/' => '0x…',
            '/:\d{4,5}\b/' => ':port',
            '/\b\d+\.\d{3,}\b/' => 'n.n',
            '~^.*#\d+ .*/differential/launch\.php.*\n~m' => '',
            '/#\d+ \{main\}/' => '#n {main}',
            '/^\d{3,}([+-])/m' => '$1',
        ];
        return preg_replace(array_keys($other), array_values($other), $diff) ?? $diff;
    }

    private function tree(string $mode): string
    {
        if (isset($this->trees[$mode])) {
            return $this->trees[$mode];
        }
        $tree = "$this->work/$mode";
        is_dir($tree) && remove_tree($tree);
        mkdir($tree);
        $command = ['cp', '-a', '--parents', ...$this->suite->directories(), "$tree/"];
        if (proc_close(proc_open($command, [], $pipes, $this->suite->source)) !== 0) {
            throw new RuntimeException("the tests could not be copied to $tree");
        }
        // Tests that run those of another directory look for it beside this program.
        copy($this->runTests, "$tree/run-tests.php");
        if ($mode !== 'A') {
            $launch = dirname(__DIR__) . '/launch.php';
            foreach ($this->suite->tests() as $test) {
                foreach ($this->suite->scripts($test) as $script => $runs) {
                    $this->suite->forks($runs) && touch("$tree/$script.alone");
                    $mode === 'C' && $this->suite->isBody($runs) && touch("$tree/$script.body");
                }
                $text = $this->suite->text($test);
                if (preg_match('/^open_basedir[ \t]*=[ \t]*"?([^"\r\n]+)"?/m', $text, $m)) {
                    $text = str_replace([$m[0], "path(s): ($m[1])"], ["open_basedir=\"$m[1]:$launch\"", "path(s): ($m[1]:$launch)"], $text);
                    file_put_contents("$tree/$test", $text);
                }
            }
        }
        return $this->trees[$mode] = $tree;
    }
}
