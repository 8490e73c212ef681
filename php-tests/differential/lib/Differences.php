<?php

declare(strict_types=1);

/** The differences that were found, and those that docs/differences.md explains. */
final class Differences
{
    /** @var array<string, array<string, array{when: string, why: string}>> by test and mode */
    private array $explained = [];
    /** @var array<string, array<string, true>> the same for names with a `*`, whose tests need not all differ */
    private array $patterns = [];
    /** @var array<string, array<string, array{always: bool, stable: bool, stock: array, with: array}>> */
    private array $found = [];
    /** @var array<string, array<string, true>> */
    private array $ran = [];
    private int $unexplained = 0;
    private int $gone = 0;
    private int $known = 0;
    private int $unstable = 0;

    /**
     * Rows `| test | mode | when | why |`; `when` is "always" or "sometimes", with a version of PHP behind it if only there. A `*` in the
     * name of the test stands for anything.
     */
    public function __construct(string $file)
    {
        foreach (is_file($file) ? file($file, FILE_IGNORE_NEW_LINES) : [] as $line) {
            if (!preg_match('~^\| `?([\w./:*-]+\.phpt)`? *\| ([BC, ]+) \| (always|sometimes)(?: \((8\.\d)\))? *\| (.+) \|$~', $line, $m)) {
                continue;
            }
            [, $test, $modes, $when, $version, $why] = $m;
            if ($version === '' || $version === PHP_MAJOR_VERSION . '.' . PHP_MINOR_VERSION) {
                foreach (preg_split('/[, ]+/', trim($modes)) as $mode) {
                    if (str_contains($test, '*')) {
                        $this->patterns[$test][$mode] = true;
                    } else {
                        $this->explained[$test][$mode] = ['when' => $when, 'why' => $why];
                    }
                }
            }
        }
    }

    /**
     * @param list<?array> $stock results of mode A
     * @param list<?array> $with  results of the other mode
     */
    public function add(string $test, string $mode, array $stock, array $with): void
    {
        $stable = count(array_filter($stock, fn(?array $result) => same($stock[0], $result))) === count($stock);
        $always = array_filter($with, fn(?array $result) => array_filter($stock, fn(?array $other) => same($other, $result)) !== []) === [];
        // One that fails anyway, and prints something random.
        $outputs = array_column($stock, 'diff');
        $failed = array_unique(array_column([...$stock, ...$with], 'status')) === ['FAILED'] && !in_array(null, $with, true);
        if ($failed && count($stock) > 2 && count(array_unique($outputs)) === count($outputs)) {
            $always = false;
        }
        $this->found[$test][$mode] = ['always' => $always, 'stable' => $stable, 'stock' => $stock, 'with' => $with];
    }

    public function ran(string $mode, array $tests): void
    {
        foreach ($tests as $test) {
            $this->ran[$test][$mode] = true;
        }
    }

    private function isExplained(string $test, string $mode): bool
    {
        foreach ($this->patterns as $pattern => $modes) {
            if (isset($modes[$mode]) && fnmatch($pattern, $test)) {
                return true;
            }
        }
        return isset($this->explained[$test][$mode]);
    }

    /** Prints what is wrong; how many that are. */
    public function report(): int
    {
        foreach ($this->found as $test => $modes) {
            foreach ($modes as $mode => $difference) {
                if ($this->isExplained($test, $mode)) {
                    $this->known++;
                } elseif (!$difference['stable'] && !$difference['always']) {
                    $this->unstable++;
                    echo "unstable   $test  mode $mode: ", self::statuses($difference), "; also without the extension\n";
                } else {
                    $this->unexplained++;
                    echo "DIFFERENCE $test  mode $mode: ", self::statuses($difference), "\n", self::detail($difference), "\n";
                }
            }
        }
        foreach ($this->explained as $test => $modes) {
            foreach ($modes as $mode => ['when' => $when]) {
                if ($when === 'always' && isset($this->ran[$test][$mode]) && !isset($this->found[$test][$mode])) {
                    $this->gone++;
                    echo "GONE       $test  mode $mode: docs/differences.md explains a difference that there is none of\n";
                }
            }
        }
        return $this->unexplained + $this->gone;
    }

    public function counts(): string
    {
        return "differences: $this->unexplained not explained, $this->known explained, $this->gone explained and gone, "
            . "$this->unstable unstable without the extension";
    }

    private static function statuses(array $difference): string
    {
        $list = fn(array $results) => implode(' ', array_map(fn(?array $result) => strtolower($result['status'] ?? 'missing'), $results));
        return "stock {$list($difference['stock'])}, with the extension {$list($difference['with'])}";
    }

    private static function detail(array $difference): string
    {
        foreach ($difference['with'] as $result) {
            if ($result !== null && array_filter($difference['stock'], fn(?array $other) => same($other, $result)) === []) {
                $lines = explode("\n", $result['diff']);
                if ($result['status'] === 'FAILED' && $difference['stock'][0] !== null && $difference['stock'][0]['status'] === 'FAILED') {
                    $lines = self::lines_that_differ($difference['stock'][0]['diff'], $result['diff']);
                }
                $lines = count($lines) > 40 ? [...array_slice($lines, 0, 40), '…'] : $lines;
                return implode('', array_map(fn(string $line) => "    $line\n", $lines));
            }
        }
        return '';
    }

    private static function lines_that_differ(string $a, string $b): array
    {
        $files = [tempnam(sys_get_temp_dir(), 'a'), tempnam(sys_get_temp_dir(), 'b')];
        file_put_contents($files[0], $a);
        file_put_contents($files[1], $b);
        exec('diff -a ' . implode(' ', $files), $lines);
        array_map(unlink(...), $files);
        return $lines;
    }
}
