<?php

declare(strict_types=1);

/*
 * What the sweep has found: prints the failures, writes the list of what was reached and what was not, and counts.
 */
final class Report
{
    /** @var array<string, true> */
    private array $reached = [];
    /** @var array<string, list<string>> what kept a function from waiting */
    private array $notes = [];
    /** @var array<string, list<string>> */
    private array $failures = [];
    /** @var array<string, string> */
    private array $known = [];
    private int $passed = 0;

    private int $skipped = 0;

    public function __construct(
        private readonly KnownFailures $expected,
        private readonly bool $isSeeded,
        private readonly Plan $plan,
    ) {
    }

    /** @param list<string> $differences */
    public function trial(Trial $trial, array $differences, array $outcome): void
    {
        $id = $trial->target->id;
        if ($outcome['reached'] ?? $outcome['together']['reached'] ?? false) {
            $this->reached[$id] = true;
        } elseif ($outcome['together']['refused'] ?? []) {
            $this->notes[$id] = array_keys($outcome['together']['refused']);
        } elseif ($outcome['together']['suspended'] ?? false) {
            $this->notes[$id] = ['only one of two waited'];
        }
        $known = $this->expected->of($trial->id);
        if ($differences && $known !== null) {
            $this->known[$trial->id] = $known;
        } elseif ($differences) {
            $this->failures[$trial->id] = $differences;
        } elseif ($known !== null && !$this->isSeeded && !str_starts_with($known, 'sometimes:')) {
            $this->failures[$trial->id] = ["is listed as a known failure and passes: $known"];
        } else {
            $this->passed++;
        }
    }

    public function finish(?string $file): bool
    {
        $groups = [
            'reached' => [], 'not reached' => [], 'nothing to wait for' => [], 'cannot be called' => [], 'shared on purpose' => [],
            'not to be left' => [], 'not here' => [],
        ];
        $names = [
            'uncallable' => 'cannot be called', 'never_waits' => 'nothing to wait for', 'shared' => 'shared on purpose',
            'zone' => 'not to be left', 'blocked' => 'not to be reached',
        ];
        foreach ($this->plan->targets as $id => $target) {
            [$category, $reason] = $this->plan->reasons[$id] ?? [null, null];
            $note = isset($this->notes[$id]) ? implode('; ', $this->notes[$id]) : '';
            if (isset($this->reached[$id])) {
                $groups['reached'][$id] = '';
                // Under a seed whatever sends may have to wait until the rest is taken.
                $may_wait = $category === 'never_waits' && ($this->isSeeded || str_starts_with($reason, 'sometimes:'));
                if ($category !== null && !$may_wait) {
                    $this->failures[$id] = ["is $names[$category], they say, and was reached: $reason"];
                }
            } elseif ($category === 'blocked') {
                $groups['not reached'][$id] = $reason;
            } elseif ($category !== null) {
                $groups[$names[$category]][$id] = $reason;
            } elseif (isset($this->plan->missing[$id])) {
                $groups['not here'][$id] = $this->plan->missing[$id];
            } else {
                $groups['not reached'][$id] = $this->plan->cases[$id] ? ($note ?: 'it did not wait') : 'no way to call it is known';
            }
        }
        $reached = count($groups['reached']);
        $share = $reached / max(1, $reached + count($groups['not reached']));
        $summary = sprintf('%d functions: %s; %.1f %% of what can be reached', count($this->plan->targets),
            implode(', ', array_map(fn($name) => count($groups[$name]) . " $name", array_keys($groups))), 100 * $share);
        if ($file !== null) {
            file_put_contents($file, self::page($groups, $summary, $this->known));
        }
        foreach ($this->failures as $id => $differences) {
            echo "FAIL $id\n    ", implode("\n    ", $differences), "\n";
        }
        if ($share < 0.9) {
            $this->failures['share'] = [];
            echo "FAIL less than 90 % was reached\n";
        }
        $this->skipped = count($groups['not here']) + count($this->known);
        printf("%s\n%d passed, %d failed, %d skipped\n", $summary, ...array_values($this->counts()));
        return !$this->failures && $this->passed > 0;
    }

    /** @return array{passed: int, failed: int, skipped: int} */
    public function counts(): array
    {
        return ['passed' => $this->passed, 'failed' => count($this->failures), 'skipped' => $this->skipped];
    }

    private static function page(array $groups, string $summary, array $known): string
    {
        $page = "$summary\n";
        foreach ($groups + ['known failures' => $known] as $title => $members) {
            $page .= "\n== $title (" . count($members) . ")\n";
            $by = [];
            foreach ($members as $id => $reason) {
                $by[$reason][] = $id;
            }
            foreach ($by as $reason => $ids) {
                $page .= ($reason === '' ? '' : "-- $reason\n") . wordwrap(implode(' ', $ids), 138) . "\n";
            }
        }
        return $page;
    }
}
