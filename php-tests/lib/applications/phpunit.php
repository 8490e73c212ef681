<?php
/**
 * Runs PHPUnit's own tests by the PHPUnit of Debian's package. It starts a PHP for many of them; what these load is in a php.ini, which the
 * environment names.
 */

require_once __DIR__ . '/../child.php';
require_once __DIR__ . '/../packages.php';
require_once __DIR__ . '/../server.php';

const PHPUNIT_EXTENSIONS = [
    'ctype', 'dom', 'iconv', 'mbstring', 'phar', 'posix', 'pcntl', 'simplexml', 'sockets', 'soap', 'tokenizer', 'xml', 'xmlreader',
    'xmlwriter',
];

/** Why PHPUnit's tests cannot run here, or null. */
function missing_for_phpunit(): ?string
{
    $source = getenv('TEST_PHPUNIT_SOURCE');
    if (!$source) {
        return 'takes minutes and needs the source of PHPUnit (make test-applications)';
    }
    try {
        [find_program('phpunit'), find_program('phpab')];
    } catch (RuntimeException $e) {
        return $e->getMessage();
    }
    // PHPUnit 10 has another command.
    $version = function (string $dir): string {
        preg_match("~new VersionId\\('(9\\.[\\d.]+)'~", (string) @file_get_contents("$dir/Runner/Version.php"), $m);
        return $m[1] ?? '';
    };
    $installed = $version(PACKAGES . '/PHPUnit');
    return $installed !== '' && $installed === $version("$source/src") ? null : "there is no PHPUnit 9 with its source";
}

/** A copy of PHPUnit's tests and what loads their classes, as Debian's package makes it. */
function phpunit_tests(): string
{
    $dir = temporary_directory() . '/phpunit';
    exec('cp -a ' . escapeshellarg(getenv('TEST_PHPUNIT_SOURCE')) . " $dir");
    mkdir("$dir/vendor");
    $tests = "$dir/tests";
    $twice = ['migration/_files/possibility-to-migrate-from-92-is-detected/src/Greeter.php',
        'migration/_files/possibility-to-migrate-from-92-is-detected/tests/GreeterTest.php',
        'regression/2448/Test.php', 'regression/4376/tests/Test.php'];
    $exclude = implode(' ', array_map(fn(string $file) => "--exclude $tests/end-to-end/$file", $twice));
    exec(find_program('phpab') . " --output $dir/vendor/classes.php $exclude $tests 2>&1", $output, $status);
    $status === 0 || throw new RuntimeException(implode("\n", $output));
    $files = ['CoverageNamespacedFunctionTest', 'CoveredFunction', 'NamespaceCoveredFunction'];
    file_put_contents("$dir/vendor/autoload.php", "<?php\nrequire_once 'PHPUnit/Autoload.php';\nrequire_once __DIR__ . '/classes.php';\n"
        . implode('', array_map(fn(string $file) => "require_once __DIR__ . '/../tests/_files/$file.php';\n", $files)));
    return $dir;
}

/**
 * Runs them; the name, the number of assertions and the result of each test, by number, and under `end` what it all ends with.
 *
 * @param list<string> $ini    lines of php.ini
 * @param string       $script what PHP runs
 */
function run_phpunit(string $tests, array $ini, string $script): array
{
    $dir = temporary_directory();
    mkdir("$dir/none");
    $lines = array_map(fn(string $file) => "extension=$file", shared_extensions(...PHPUNIT_EXTENSIONS));
    file_put_contents("$dir/php.ini", implode("\n", [...$lines, 'include_path=' . PACKAGES, 'zend.assertions=1', ...$ini]) . "\n");
    $process = proc_open([PHP_BINARY, $script, '--log-junit', "$dir/results.xml"], [
        ['file', '/dev/null', 'r'], ['file', "$dir/out", 'w'], ['redirect', 1],
    ], $pipes, $tests, ['PHPRC' => $dir, 'PHP_INI_SCAN_DIR' => "$dir/none"] + getenv());
    $status = proc_close($process);
    $out = (string) file_get_contents("$dir/out");
    $test = '~<testcase name="([^"]*)"[^>]* assertions="(\d+)"[^>]*?(?:/>|>\s*<(\w+))~';
    preg_match_all($test, (string) @file_get_contents("$dir/results.xml"), $found, PREG_SET_ORDER);
    $results = array_map(fn(array $test) => "$test[1]: $test[2] " . ($test[3] ?? 'passed'), $found);
    return $results + ['end' => (preg_match('~^(?:Tests: |OK).*~m', $out, $m) ? $m[0] : substr($out, -2000)) . " [status $status]"];
}

/** Compares PHPUnit's run with one without the extension. */
function compare_phpunit(string $name, array $stock, array $got): void
{
    $different = array_diff_assoc($got, $stock) + array_diff_assoc($stock, $got);
    echo "$name: ", count($got) - 1, ' tests, ', $different ? count($different) . " differ\n" : "the same\n";
    foreach (array_slice($different, 0, 20, true) as $number => $result) {
        echo '  ', $stock[$number] ?? 'none', ' / ', $got[$number] ?? 'none', "\n";
    }
}
