<?php

declare(strict_types=1);

/*
 * Prints the table of benchmarks: run.php EXTENSION [CASE…]. Every cell comes from processes of its own, those of the
 * coroutines and of the native Fibers in turn. Shown is the best figure of all rounds, and as ratio the median of the
 * ratios of the rounds: the two processes of a round follow each other, so the machine was as busy for both.
 */

final class Bench
{
    /** What cases need beyond the extension; built into some PHPs. */
    private const EXTENSIONS = ['gate' => ['sqlite3', 'pdo', 'pdo_sqlite'], 'hook' => ['sockets'], 'curl' => ['curl']];

    /** What is loaded behind the extension, because it uses its C interface. */
    private const C_EXTENSIONS = ['timer' => ['async_abi_test'], 'read' => ['async_abi_test']];

    /** Cases whose other side has no Fibers in it, and PHP not the extension. */
    private const PLAIN = ['outside'];

    /** @var array<string, list<array<string, float>>|string> results of the rounds, or what went wrong */
    private array $results = [];

    public function __construct(private readonly string $extension, public readonly int $rounds)
    {
    }

    public function measure(string $case, array $arguments): void
    {
        for ($round = 0; $round < $this->rounds; $round++) {
            foreach (['async', 'fiber'] as $side) {
                $results = &$this->results[self::key($case, $arguments, $side)];
                if (is_string($results)) {
                    continue;
                }
                $result = $this->run($case, $arguments, $side);
                if (is_string($result)) {
                    $results = $result;
                } else {
                    $results[] = $result;
                }
            }
        }
    }

    /** The lowest value of a figure. */
    public function best(string $case, array $arguments, string $side, string $figure): ?float
    {
        $values = $this->values($case, $arguments, $side, $figure);
        return $values === [] ? null : min($values);
    }

    /** The ratio of a figure of the coroutines to one of `$side` in the same round. */
    public function ratio(string $case, array $arguments, string $figure, string $side, string $base): ?float
    {
        $ratios = array_map(
            fn (?float $ours, ?float $other) => $ours !== null && $other ? $ours / $other : null,
            $this->values($case, $arguments, 'async', $figure),
            $this->values($case, $arguments, $side, $base),
        );
        sort($ratios);
        return $ratios[intdiv(count($ratios), 2)] ?? null;
    }

    /** @return list<float> */
    private function values(string $case, array $arguments, string $side, string $figure): array
    {
        $results = $this->results[self::key($case, $arguments, $side)] ?? [];
        return is_array($results) ? array_column($results, $figure) : [];
    }

    public function problem(string $case, array $arguments, string $side): ?string
    {
        $result = $this->results[self::key($case, $arguments, $side)] ?? 'not run';
        return is_string($result) ? $result : null;
    }

    private static function key(string $case, array $arguments, string $side): string
    {
        return implode(' ', [$case, ...$arguments, $side]);
    }

    private function run(string $case, array $arguments, string $side): array|string
    {
        $extensions = array_filter(
            self::EXTENSIONS[$case] ?? [],
            fn (string $name) => is_file(ini_get('extension_dir') . "/$name.so"),
        );
        $behind = array_filter(
            array_map(fn (string $name) => dirname($this->extension, 2) . "/c-tests/$name.so", self::C_EXTENSIONS[$case] ?? []),
            is_file(...),
        );
        $load = fn (string $extension) => ['-d', "extension=$extension"];
        // A new file each time: where its pages lie in memory is luck, and makes a task of a group up to a fifth faster or slower.
        mkdir($directory = sys_get_temp_dir() . '/bench-' . getmypid());
        copy($this->extension, $copy = "$directory/true_async.so");
        $ours = $side === 'fiber' && in_array($case, self::PLAIN, true) ? [] : [$copy];
        $process = proc_open(
            [
                PHP_BINARY, '-n', ...array_merge(...array_map($load, [...$extensions, ...$ours, ...$behind])),
                '-d', 'memory_limit=-1', '-d', 'display_errors=stderr',
                __DIR__ . '/child.php', $case, $side, ...array_map(strval(...), $arguments),
            ],
            [['file', '/dev/null', 'r'], ['pipe', 'w'], $errors = tmpfile()],
            $pipes,
        );
        $output = stream_get_contents($pipes[1]);
        // How it ended, with the signal if it was one, is only known before proc_close() has forgotten it.
        do {
            $status = proc_get_status($process);
        } while ($status['running'] && usleep(1_000) === null);
        proc_close($process);
        unlink($copy);
        rmdir($directory);
        $result = json_decode($output, true);
        if (is_array($result) && $status['exitcode'] === 0) {
            return $result;
        }
        rewind($errors);
        $message = trim(strtok((string) stream_get_contents($errors), "\n") ?: $output);
        return $status['signaled'] ? "signal $status[termsig] $message" : ($message ?: "exit code $status[exitcode]");
    }
}

function show(?float $value, string $unit): string
{
    return match (true) {
        $value === null => 'fails',
        $unit === 's' => sprintf('%.2f s', $value),
        $unit === 'KiB' => sprintf('%.1f KiB', $value / 1024),
        $value >= 1_000 => sprintf('%.1f µs', $value / 1000),
        default => sprintf('%.0f ns', $value),
    };
}

function machine(): string
{
    preg_match('/^model name\s*:\s*(.*)$/m', (string) @file_get_contents('/proc/cpuinfo'), $model);
    $cpus = preg_match_all('/^processor\s*:/m', (string) @file_get_contents('/proc/cpuinfo'));
    return sprintf(
        '%s, %d CPUs, Linux %s, PHP %s %s%s, without opcache',
        $model[1] ?? php_uname('m'),
        $cpus,
        php_uname('r'),
        PHP_VERSION,
        PHP_ZTS ? 'ZTS' : 'NTS',
        PHP_DEBUG ? ' DEBUG' : '',
    );
}

/** mb_str_pad of PHP 8.3 for the few characters that occur here. */
function pad(string $text, int $width, bool $left = false): string
{
    $fill = str_repeat(' ', max(0, $width - preg_match_all('/./su', $text)));
    return $left ? $fill . $text : $text . $fill;
}

/** A table that reads well as it is and as Markdown. */
function print_table(array $head, array $lines): void
{
    $widths = [];
    foreach ([$head, ...$lines] as $line) {
        foreach ($line as $column => $cell) {
            $widths[$column] = max($widths[$column] ?? 0, preg_match_all('/./su', $cell));
        }
    }
    $print = fn (array $line) => print('| ' . implode(' | ', array_map(
        fn (string $cell, int $column) => pad($cell, $widths[$column], $column > 0 && $column < 4),
        $line,
        array_keys($line),
    )) . " |\n");
    $print($head);
    echo '|', implode('|', array_map(
        fn (int $width, int $column) => str_repeat('-', $width + 1) . ($column > 0 && $column < 4 ? ':' : '-'),
        $widths,
        array_keys($widths),
    )), "|\n";
    array_map($print, $lines);
}

$extension = $argv[1];
$wanted = array_slice($argv, 2);
$rows = array_filter(
    require __DIR__ . '/rows.php',
    fn (array $row) => $wanted === [] || in_array($row[1], $wanted, true),
);

/** What other figures of a case are. */
const OTHERS = [
    'spawn_ns' => 'spawn + finish', 'await_ns' => 'spawn + await', 'loop_ns' => 'a plain loop', 'multi_wall' => 'curl_multi',
    'multi_cpu' => 'curl_multi',
];

$bench = new Bench($extension, max(1, (int) (getenv('BENCH_ROUNDS') ?: 3)));
$cases = [];
foreach ($rows as [, $case, $arguments]) {
    $cases[$case . implode(',', $arguments)] = [$case, $arguments];
}
$terminal = stream_isatty(STDERR);
foreach ($cases as $name => [$case, $arguments]) {
    $terminal && fwrite(STDERR, "\r\e[K$name");
    $bench->measure($case, $arguments);
}
$terminal && fwrite(STDERR, "\r\e[K");

$lines = $problems = [];
foreach ($rows as $row) {
    [$title, $case, $arguments, $figure, $unit, $budget, $of] = $row;
    $async = $bench->best($case, $arguments, 'async', $figure);
    $fiber = $bench->best($case, $arguments, 'fiber', $figure);
    $has_fiber = $row[7] ?? true;
    foreach (['async', 'fiber'] as $side) {
        if (($problem = $bench->problem($case, $arguments, $side)) !== null) {
            $problems[$side][implode(' ', [$case, ...$arguments])] = $problem;
        }
    }

    $ratio = $bench->ratio($case, $arguments, $figure, 'fiber', $figure);
    [$value, $limit] = match ($of) {
        'fiber' => [$ratio, sprintf('≤ %.2f of Fiber', $budget)],
        'plain' => [$ratio, sprintf('≤ %.2f × PHP without it (%.2f)', $budget, $ratio)],
        'spawn_ns', 'await_ns', 'loop_ns', 'multi_wall', 'multi_cpu' => [
            $value = $bench->ratio($case, $arguments, $figure, 'async', $of),
            sprintf('≤ %.4g × %s (%.2f)', $budget, OTHERS[$of], $value),
        ],
        'value' => [
            $unit === 'KiB' && $async !== null ? $async / 1024 : $async,
            $budget === null ? '' : '≤ ' . show($unit === 'KiB' ? $budget * 1024 : $budget, $unit),
        ],
    };
    $verdict = match (true) {
        $async === null => 'FAILS',
        $budget === null => '',
        $value === null => '?',
        $value <= $budget => 'ok',
        default => 'over',
    };
    $lines[] = [
        $title,
        show($async, $unit),
        $has_fiber ? show($fiber, $unit) : '',
        $ratio !== null && $of !== 'plain' ? sprintf($ratio < 0.1 ? '%.3f' : '%.2f', $ratio) : '',
        $limit,
        $verdict,
    ];
}

printf("%s; best of %d processes\n\n", machine(), $bench->rounds);
print_table(['what', 'true_async', 'Fiber', 'ratio', 'budget', ''], $lines);
foreach ($problems as $side => $messages) {
    echo "\n", $side === 'fiber' ? 'Fiber' : 'true_async', " fails in:\n";
    foreach ($messages as $name => $message) {
        echo "  $name: $message\n";
    }
}
// That native Fibers run out of mappings is a result; that ours fail is an error.
exit(isset($problems['async']) ? 1 : 0);
