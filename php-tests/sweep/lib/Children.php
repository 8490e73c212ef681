<?php

declare(strict_types=1);

/*
 * Runs cases in child processes, several in each and several children at a time. What kills a child or lets it stand still
 * costs its case only: the rest goes on in another one.
 */
final class Children
{
    /** Seconds without a result after which a child has come to a standstill. */
    private const LIMIT = 25;
    private const CHUNK = 40;
    /** @var list<array{ids: list<string>, mode: string}> */
    private array $queue = [];
    private array $running = [];
    /** @var array<string, array> by mode and id */
    private array $outcomes = [];
    /** @var list<array{ids: list<string>, mode: string, text: string}> what children have printed */
    private array $noise = [];

    /**
     * @param list<string> $options of PHP without the extension
     * @param list<string> $async further options for the runs with coroutines
     */
    public function __construct(
        private readonly array $options,
        private readonly array $async,
        private readonly int $jobs,
        private readonly string $work,
    ) {
    }

    /**
     * @param list<string> $ids
     * @return array<string, array> what came of each: the line of the child, or crash, hang
     */
    public function run(array $ids, string $mode, int $chunk = self::CHUNK): array
    {
        $this->outcomes = $this->noise = [];
        foreach (array_chunk($ids, $chunk) as $part) {
            $this->queue[] = ['ids' => $part, 'mode' => $mode];
        }
        while ($this->queue || $this->running) {
            while ($this->queue && count($this->running) < $this->jobs) {
                $this->start(array_shift($this->queue));
            }
            usleep(4000);
            foreach ($this->running as $place => &$child) {
                if ($this->look($child)) {
                    unset($this->running[$place]);
                }
            }
            unset($child);
        }
        if ($mode !== 'stock') {
            $this->attribute();
        }
        return $this->outcomes;
    }

    private function start(array $chunk): void
    {
        static $number = 0;
        for ($place = 0; isset($this->running[$place]); $place++);
        $dir = "$this->work/" . $number++;
        mkdir("$dir/tmp", recursive: true);
        file_put_contents("$dir/cases", implode("\n", $chunk['ids']));
        touch("$dir/results");
        $under = $chunk['mode'] === 'stock' ? null : getenv('TEST_UNDER');
        $command = [
            ...($under ? [$under] : []), PHP_BINARY, '-n', '-d', 'memory_limit=1G',
            '-d', 'display_errors=stderr', '-d', 'error_reporting=-1',
            '-d', 'phar.readonly=0', '-d', 'log_errors=0', '-d', 'html_errors=0', '-d', "session.save_path=$dir",
            '-d', 'zend.assertions=-1', '-d', 'apc.enable_cli=1',
            // The program of mail() keeps what it gets beside the files that are compared.
            '-d', 'sendmail_path=' . dirname(__DIR__, 2) . "/lib/sendmail $dir", ...$this->options,
            ...($chunk['mode'] === 'stock' ? [] : $this->async), __DIR__ . '/../child.php',
            $chunk['mode'], "$dir/tmp", "$dir/cases", "$dir/results",
        ];
        $process = proc_open($command, [['file', '/dev/null', 'r'], ['file', "$dir/output", 'w'], ['redirect', 1]], $pipes, null,
            ['SWEEP_CHILD' => (string) $place, 'TEST_UNDER_DIR' => $dir, 'TZ' => 'UTC', 'TMPDIR' => "$dir/tmp", 'HOME' => $dir] + getenv());
        $this->running[$place] = $chunk + ['process' => $process, 'dir' => $dir, 'size' => 0, 'since' => microtime(true)];
    }

    /** Whether it has ended. */
    private function look(array &$child): bool
    {
        clearstatcache();
        $size = filesize("$child[dir]/results");
        if ($size !== $child['size']) {
            [$child['size'], $child['since']] = [$size, microtime(true)];
        }
        $state = proc_get_status($child['process']);
        $hangs = microtime(true) - $child['since'] > self::LIMIT * (getenv('TEST_UNDER') ? 20 : 1);
        if ($state['running'] && !$hangs) {
            return false;
        }
        if ($state['running']) {
            $this->kill($state['pid']);
        }
        proc_close($child['process']);
        $this->collect($child, match (true) {
            $hangs => ['hang' => $this->last("$child[dir]/output")],
            $state['signaled'] => ['crash' => "signal $state[termsig]", 'output' => $this->last("$child[dir]/output")],
            default => ['crash' => "exit status $state[exitcode]", 'output' => $this->last("$child[dir]/output")],
        });
        remove_tree($child['dir']);
        return true;
    }

    /** A child and what it has started. */
    private function kill(int $pid): void
    {
        foreach (explode(' ', trim((string) @file_get_contents("/proc/$pid/task/$pid/children"))) as $child) {
            $child === '' || $this->kill((int) $child);
        }
        posix_kill($pid, SIGKILL);
    }

    private function collect(array $child, array $end): void
    {
        $begun = null;
        $ended = [];
        foreach (file("$child[dir]/results", FILE_IGNORE_NEW_LINES) as $line) {
            $line = json_decode($line, true);
            $begun = $line['begin'] ?? null;
            if (isset($line['end'])) {
                $this->outcomes[$line['end']] = $line;
                $ended[] = $line['end'];
                $standstill = isset($line['standstill']);
            }
        }
        if ($begun !== null) {
            $this->outcomes[$begun] = $end;
            $ended[] = $begun;
        } elseif (!$ended) {
            // It did not even come to its first case.
            throw new RuntimeException('a child does not start: ' . json_encode($end));
        } elseif (!($standstill ?? false) && ($text = $this->last("$child[dir]/output")) !== '') {
            $this->noise[] = ['ids' => $ended, 'mode' => $child['mode'], 'text' => $text];
        }
        if ($rest = array_values(array_diff($child['ids'], $ended))) {
            array_unshift($this->queue, ['ids' => $rest, 'mode' => $child['mode']]);
        }
    }

    /** Finds out whose fault it is that a child complained: leaks are reported at its end. */
    private function attribute(): void
    {
        foreach ($this->noise as $noise) {
            ['ids' => $ids, 'mode' => $mode, 'text' => $text] = $noise;
            if (count($ids) === 1) {
                $alone = new self($this->options, $this->async, 1, $this->work);
                $alone->run($ids, 'stock');
                if (!$alone->noise) {
                    $this->outcomes[$ids[0]]['noise'] = $text;
                }
                continue;
            }
            $guilty = false;
            foreach ($ids as $id) {
                $alone = new self($this->options, $this->async, 1, $this->work);
                $guilty = isset($alone->run([$id], $mode)[$id]['noise']) || $guilty;
                $this->outcomes[$id] = array_intersect_key($alone->outcomes[$id], ['noise' => true]) + $this->outcomes[$id];
                $quiet = $alone->noise === [];
                $explained = ($explained ?? false) || !$quiet;
            }
            if (!$guilty && !($explained ?? false)) {
                $this->outcomes[$ids[0]]['noise'] = "only after one another ($ids[0] …): $text";
            }
        }
    }

    private function last(string $file): string
    {
        return trim(substr((string) @file_get_contents($file), -3000));
    }
}
