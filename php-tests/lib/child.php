<?php
/**
 * Runs PHP code in a child process of the same PHP binary, with (or without) the same build of true_async.
 * For properties that show only at the end of a process: exit status, order of the last lines, a stock run to compare with.
 * Call it before the first use of Async\ in the parent: the parent must stay an ordinary blocking script.
 */

/** The path of the loaded true_async module, from the memory map of this process. */
function true_async_module(): string
{
    foreach (file('/proc/self/maps') as $line) {
        if (preg_match('~ (/.*/(?:lib)?true_async\.so)(?: \(deleted\))?$~', rtrim($line), $m)) {
            return $m[1];
        }
    }
    throw new RuntimeException('true_async is not loaded');
}

/** Those of the named extensions that are files: a child needs them in its setting `extension`, others are built in. */
function shared_extensions(string ...$names): array
{
    return array_values(array_filter($names, fn(string $name) => is_file(ini_get('extension_dir') . "/$name.so")));
}

/**
 * @param string $code_or_file path of a PHP file, or PHP code with its opening tag
 * @param array<string, string|int> $ini ini settings of the child; the keys extension and zend_extension may be lists
 * @param string $stdin a file: its standard input
 * @return array{out: string, status: int} standard output and error in one string; exit status (128 + N after signal N)
 */
function child_php(
    string $code_or_file,
    array $ini = [],
    bool $with_extension = true,
    array $args = [],
    int $seconds = 10,
    string $stdin = '/dev/null',
): array {
    $file = $code_or_file;
    $temporary = !str_contains($code_or_file, "\n") && is_file($code_or_file) ? null : tempnam(sys_get_temp_dir(), 'child');
    if ($temporary !== null) {
        file_put_contents($temporary, $code_or_file);
        $file = $temporary;
    }

    $settings = [
        'display_errors' => 1, 'error_reporting' => E_ALL, 'log_errors' => 0, 'html_errors' => 0,
        'memory_limit' => '128M', 'output_buffering' => 0,
    ];
    if ($with_extension) {
        foreach (ini_get_all('true_async', false) ?: [] as $name => $value) {
            $settings[$name] = $value;
        }
        $settings['extension'] = array_merge([true_async_module()], (array) ($ini['extension'] ?? []));
        unset($ini['extension']);
    }

    $command = [PHP_BINARY, '-n'];
    // As the tests themselves (php-tests/run); what is waited for takes longer there.
    $under = getenv('TEST_UNDER');
    $scale = 1;
    if ($under && $with_extension) {
        array_unshift($command, $under);
        $scale = 20;
    }
    foreach ($ini + $settings as $name => $values) {
        foreach ((array) $values as $value) {
            array_push($command, '-d', "$name=$value");
        }
    }

    $process = proc_open([...$command, $file, ...$args], [['file', $stdin, 'r'], ['pipe', 'w'], ['redirect', 1]], $pipes);
    $out = '';
    $end = microtime(true) + $seconds * $scale;
    // A child that hangs is killed and said so: it must not outlive its test.
    while (!feof($pipes[1]) && ($left = $end - microtime(true)) > 0) {
        $read = [$pipes[1]];
        $write = $except = null;
        if (stream_select($read, $write, $except, (int) $left, (int) (fmod($left, 1) * 1e6))) {
            $out .= fread($pipes[1], 65536);
        }
    }
    if (microtime(true) >= $end) {
        proc_terminate($process, 9);
        $out .= "\n[killed after $seconds seconds]";
    }
    do {
        $state = proc_get_status($process);
    } while ($state['running'] && !usleep(200));
    proc_close($process);
    if ($temporary !== null) {
        unlink($temporary);
    }
    // What a debug build of PHP finds makes the test fail, whatever the test looks at.
    if (preg_match('~^.*(Freeing 0x|memory leaks detected|Assertion .* failed).*~m', $out, $found)) {
        echo "child: $found[0]\n";
    }

    return [
        'out' => $temporary === null ? $out : str_replace($temporary, 'child.php', $out),
        'status' => $state['signaled'] ? 128 + $state['termsig'] : $state['exitcode'],
    ];
}

/** Prints what child_php() returned, in a form a test can expect. */
function print_child(array $result): void
{
    echo rtrim($result['out']), "\n[status {$result['status']}]\n";
}

/** Those of the extensions that this PHP has as files, in a form for child_php(); the others are built in. */
function with_extensions(string ...$names): array
{
    $shared = array_filter($names, fn($name) => is_file(ini_get('extension_dir') . "/$name.so"));
    return $shared ? ['extension' => array_values($shared)] : [];
}

/** Runs each of several scripts in a child: titles to code without its opening tag, which $head precedes. */
function run_children(string $head, array $scripts, array $ini = []): void
{
    foreach ($scripts as $title => $code) {
        echo "-- $title\n";
        print_child(child_php("<?php\n$head\n$code\n", $ini));
    }
}
