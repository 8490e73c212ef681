<?php

declare(strict_types=1);

/** Which of PHP's tests take part, and what is known of each. */
final class Suite
{
    /** Directories of tests, and a pattern that the text of a test has to have. */
    private const FAMILIES = [
        'ext/sockets/tests' => '',
        'ext/standard/tests/streams' => '',
        'ext/standard/tests/http' => '',
        'ext/standard/tests/network' => '',
        'ext/standard/tests/filters' => '',
        'ext/standard/tests/file' => '',
        'ext/standard/tests/dir' => '',
        'ext/standard/tests/general_functions' => self::COMMANDS,
        'ext/standard/tests/strings' => self::COMMANDS,
        'ext/standard/tests/misc' => self::COMMANDS,
        'ext/curl/tests' => '',
        'ext/ftp/tests' => '',
        'ext/openssl/tests' => '',
        'ext/phar/tests' => '',
        'ext/session/tests' => '',
        'ext/pdo/tests' => '',
        'ext/pdo_sqlite/tests' => '',
        'ext/pdo_pgsql/tests' => '',
        'ext/pdo_mysql/tests' => '',
        'ext/mysqli/tests' => '',
    ];

    /** The language, and extensions that do no I/O or little. No test of these needs a server. */
    private const LANGUAGE = [
        'Zend/tests' => '',
        'tests/basic' => '',
        'tests/classes' => '',
        'tests/lang' => '',
        'tests/output' => '',
        'ext/dom/tests' => '',
        'ext/json/tests' => '',
        'ext/libxml/tests' => '',
        'ext/pcntl/tests' => '',
        'ext/pcre/tests' => '',
        'ext/posix/tests' => '',
        'ext/reflection/tests' => '',
        'ext/shmop/tests' => '',
        'ext/simplexml/tests' => '',
        'ext/soap/tests' => '',
        'ext/spl/tests' => '',
        'ext/sqlite3/tests' => '',
        'ext/standard/tests/assert' => '',
        'ext/standard/tests/general_functions' => '',
        'ext/standard/tests/serialize' => '',
        'ext/sysvmsg/tests' => '',
        'ext/sysvsem/tests' => '',
        'ext/sysvshm/tests' => '',
        'ext/xml/tests' => '',
        'ext/xmlreader/tests' => '',
        'ext/xmlwriter/tests' => '',
        'ext/zip/tests' => '',
        'ext/zlib/tests' => '',
    ];

    private const COMMANDS = '/\b(exec|shell_exec|system|passthru|popen|pclose|proc_\w+|escapeshell\w+|sleep|usleep|time_\w+)\s*\(/';

    /** What `make test` takes every second test of: seconds, and no servers of packages. */
    private const SAMPLE = ['ext/sockets/tests'];

    /** What tests of these directories include from others. */
    private const INCLUDED = ['sapi/cli/tests', 'ext/standard/tests', 'ext/zlib/tests', 'tests'];

    /** @var ?list<string> */
    private ?array $tests = null;

    /**
     * @param list<string> $only parts of names
     * @param bool $language the tests of the language in place of those of I/O
     */
    public function __construct(
        public readonly string $source,
        private readonly array $only,
        private readonly bool $sample,
        private readonly bool $language = false,
    ) {
    }

    /** @return array<string, string> */
    private function families(): array
    {
        return $this->language ? self::LANGUAGE : self::FAMILIES;
    }

    /** @return list<string> paths below the source */
    public function tests(): array
    {
        if ($this->tests !== null) {
            return $this->tests;
        }
        $tests = [];
        foreach ($this->families() as $dir => $pattern) {
            if (!is_dir("$this->source/$dir") || ($this->sample && !in_array($dir, self::SAMPLE, true))) {
                continue;
            }
            foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator("$this->source/$dir")) as $file) {
                $test = substr($file->getPathname(), strlen($this->source) + 1);
                $is_one = str_ends_with($test, '.phpt') && $this->isChosen($test) && (!$this->sample || crc32($test) % 2);
                if ($is_one && ($pattern === '' || preg_match($pattern, $this->text($test)))) {
                    $tests[] = $test;
                }
            }
        }
        sort($tests);
        return $this->tests = $tests;
    }

    /** @return list<string> directories that a tree of its own needs */
    public function directories(): array
    {
        $directories = $this->sample ? self::SAMPLE : [...array_keys($this->families()), ...self::INCLUDED];
        $apart = fn(string $dir) => is_dir("$this->source/$dir") && !preg_match('~^(ext/standard/)?tests/.~', $dir);
        return array_values(array_unique(array_filter($directories, $apart)));
    }

    public function needsServers(): bool
    {
        return preg_grep('~^ext/(mysqli|pdo|pdo_mysql|pdo_pgsql|curl)/~', $this->tests()) !== [];
    }

    /**
     * Whether a test can be the body of a coroutine: its variables are those of a function then, and a backtrace has the frame
     * that includes it.
     */
    public function isBody(string $test): bool
    {
        $text = $this->text($test);
        if (str_contains($text, '--REDIRECTTEST--')) {
            return true;
        }
        if (!preg_match('/^--FILE--\R(.*?)^--(?:EXPECT|EXPECTF|EXPECTREGEX|DONE|CLEAN)\w*--/ms', $text, $m)) {
            return false;
        }
        if ($this->forks($test)) {
            return false;
        }
        // Their globals are in files that they include.
        if (preg_match('~^ext/(mysqli)/~', $test) || str_contains($text, '{main}')) {
            return false;
        }
        // With what it includes, and that includes.
        $codes = ['' => $m[1]];
        for ($left = [$m[1]]; $left;) {
            preg_match_all('~[\w-]+\.inc\b~', array_pop($left), $included);
            foreach (array_diff($included[0], array_keys($codes)) as $name) {
                $left[] = $codes[$name] = (string) @file_get_contents("$this->source/" . dirname($test) . "/$name");
            }
        }
        // It warns of what such a test is about.
        foreach (@PhpToken::tokenize(implode('?>', $codes)) as $token) {
            $is_global = $token->is(T_VARIABLE) && in_array($token->text, ['$GLOBALS', '$argv', '$argc'], true);
            if ($is_global || $token->is([T_GLOBAL, T_HALT_COMPILER])) {
                return false;
            }
        }
        return true;
    }

    /**
     * The scripts that run-tests.php makes of a test: one beside it, or beside a test that stands for those of another directory,
     * as ext/pdo_mysql's does for those of ext/pdo, one for each of these.
     *
     * @return array<string, string> the test that is run, by the path of the script
     */
    public function scripts(string $test): array
    {
        if (!str_contains($this->text($test), '--REDIRECTTEST--')) {
            return [substr($test, 0, -1) => $test];
        }
        $scripts = [];
        foreach (glob("$this->source/ext/pdo/tests/*.phpt") as $path) {
            $scripts[dirname($test) . '/' . basename($path, 't')] = 'ext/pdo/tests/' . basename($path);
        }
        return $scripts;
    }

    /** Whether the script forks, which a process may only while it has one coroutine. */
    public function forks(string $test): bool
    {
        $text = $this->text($test);
        // The servers of the http and ftp tests are forks.
        $ftp = str_starts_with($test, 'ext/ftp/') ? 'server.inc' : 'ftp/tests/server.inc';
        $http = preg_match('/\bhttp_server(_init|_sleep)?\s*\(/', $text) === 1;
        return $http || str_contains($text, 'pcntl_fork') || str_contains($text, $ftp);
    }

    public function text(string $test): string
    {
        return file_get_contents("$this->source/$test");
    }

    private function isChosen(string $test): bool
    {
        foreach ($this->only as $part) {
            if (str_contains($test, preg_replace('~^\./|/$~', '', $part))) {
                return true;
            }
        }
        return $this->only === [];
    }
}
