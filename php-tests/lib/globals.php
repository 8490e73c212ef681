<?php
/**
 * The fields of PHP's globals, as the headers have them that belong to the running PHP, and the table of them in
 * docs/globals.md.
 */

/** What the table calls each global, and what its structure begins or ends with after the preprocessor. */
const GLOBALS_STRUCTURES = [
    'executor' => 'struct _zend_executor_globals {',
    'compiler' => 'struct _zend_compiler_globals {',
    'core' => 'struct _php_core_globals {',
    'basic' => 'struct _php_basic_globals {',
    'file' => '} php_file_globals;',
    'SAPI' => 'struct _sapi_globals_struct {',
    'output' => 'struct _zend_output_globals {',
];

/** The php-config of the running PHP. */
function globals_php_config(): string
{
    $beside = dirname(PHP_BINARY) . '/' . str_replace('php', 'php-config', basename(PHP_BINARY));
    foreach ([getenv('PHP_CONFIG'), $beside, 'php-config'] as $config) {
        if ($config && (int) shell_exec(escapeshellarg($config) . ' --vernum 2>/dev/null') === PHP_VERSION_ID) {
            return $config;
        }
    }
    throw new RuntimeException('no php-config for ' . PHP_BINARY);
}

/** The text of PHP's headers with their conditions decided. */
function globals_preprocessed(string $php_config): string
{
    $headers = [
        'php.h', 'php_globals.h', 'php_output.h', 'SAPI.h', 'zend_globals.h',
        'ext/standard/basic_functions.h', 'ext/standard/file.h',
    ];
    $pipes = [];
    $includes = trim(shell_exec(escapeshellarg($php_config) . ' --includes'));
    $compiler = getenv('CC') ?: 'cc';
    $process = proc_open("$compiler -E -P $includes -x c -", [['pipe', 'r'], ['pipe', 'w']], $pipes);
    fwrite($pipes[0], implode('', array_map(fn($header) => "#include \"$header\"\n", $headers)));
    fclose($pipes[0]);
    $text = stream_get_contents($pipes[1]);
    if (proc_close($process) !== 0) {
        throw new RuntimeException("$compiler -E failed");
    }
    return preg_replace('/\s+/', ' ', $text);
}

/** What is between the braces of a structure. */
function globals_body(string $text, string $mark): string
{
    $place = strpos($text, $mark);
    if ($place === false) {
        throw new RuntimeException("no $mark");
    }
    [$step, $at] = $mark[0] === '}' ? [-1, $place] : [1, $place + strlen($mark) - 1];
    $start = $at;
    $depth = 0;
    do {
        $depth += ['{' => 1, '}' => -1][$text[$at]] ?? 0;
        $at += $step;
    } while ($depth !== 0);
    return $step > 0 ? substr($text, $start + 1, $at - $start - 2) : substr($text, $at + 2, $start - $at - 2);
}

/** @return list<string> the names of the fields of a structure, not of structures inside it */
function globals_fields(string $body): array
{
    // What is in inner braces, and attributes.
    do {
        $body = preg_replace('/\{[^{}]*\}|__attribute__ ?\(\((?:[^()]|\([^()]*\))*\)\)/', ' ', $body, -1, $count);
    } while ($count);
    $fields = [];
    foreach (explode(';', $body) as $declaration) {
        if (preg_match('/\(\s*\*\s*(\w+)/', $declaration, $function)) {
            $fields[] = $function[1];
            continue;
        }
        foreach (explode(',', preg_replace('/\[[^\]]*\]|:.*$/', '', $declaration)) as $declarator) {
            if (preg_match('/(\w+)\s*$/', $declarator, $name)) {
                $fields[] = $name[1];
            }
        }
    }
    return $fields;
}

/** @return array<string, list<string>> the fields of each global of the running PHP */
function globals_of_this_php(): array
{
    $text = globals_preprocessed(globals_php_config());
    return array_map(fn($mark) => globals_fields(globals_body($text, $mark)), GLOBALS_STRUCTURES);
}

/**
 * @return array<string, array<string, array{versions: list<string>, optional: bool, decision: string, where: string}>> the
 *     table: by global and field
 */
function globals_table(string $file): array
{
    $table = [];
    foreach (file($file, FILE_IGNORE_NEW_LINES) as $line) {
        $cells = array_map(trim(...), explode('|', $line));
        if (count($cells) !== 7 || !preg_match('/^`(\w+)`$/', $cells[2], $field)) {
            continue;
        }
        if (isset($table[$cells[1]][$field[1]])) {
            throw new RuntimeException("$cells[1] $field[1] is in the table twice");
        }
        preg_match_all('/\d+\.\d+/', $cells[3], $versions);
        $table[$cells[1]][$field[1]] = [
            'versions' => $versions[0], 'optional' => str_contains($cells[3], '('),
            'decision' => $cells[4], 'where' => $cells[5],
        ];
    }
    return $table;
}
