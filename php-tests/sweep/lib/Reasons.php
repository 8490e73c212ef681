<?php

declare(strict_types=1);

/*
 * Why functions are not tried, or are tried and do not wait: reasons/*.php, a reason with a list of functions, in which * and
 * ? stand for any text and any letter.
 *
 *   uncallable   they cannot be called in a test
 *   never_waits  they have nothing to wait for; if a case of theirs does wait, the reason is wrong and said to be,
 *                unless it begins with "sometimes:"
 *   shared       they change what all coroutines share on purpose
 *   zone         they may not be left in the middle (FW-4); PHP code that they call is refused to wait
 *   blocked      they should let others go on, and do not: they count as not reached
 */
final class Reasons
{
    public const CATEGORIES = ['uncallable', 'never_waits', 'shared', 'zone', 'blocked'];
    /** @var array<string, array<string, string>> category => pattern => reason */
    private array $reasons = [];

    public function __construct()
    {
        foreach (self::CATEGORIES as $category) {
            foreach (glob(dirname(__DIR__) . "/reasons/$category*.php") as $file) {
                foreach (require $file as $reason => $patterns) {
                    foreach (is_array($patterns) ? $patterns : preg_split('/\s+/', trim($patterns)) as $pattern) {
                        $this->reasons[$category][$pattern] = $reason;
                    }
                }
            }
        }
    }

    /** @return ?array{string, string} category and reason */
    public function of(string $id): ?array
    {
        foreach ($this->reasons as $category => $reasons) {
            if (isset($reasons[$id])) {
                return [$category, $reasons[$id]];
            }
        }
        foreach ($this->reasons as $category => $reasons) {
            foreach ($reasons as $pattern => $reason) {
                if (strpbrk($pattern, '*?') !== false && fnmatch($pattern, $id, FNM_NOESCAPE)) {
                    return [$category, $reason];
                }
            }
        }
        return null;
    }
}

/** Cases that are known to fail: lines of a pattern and a reason. */
final class KnownFailures
{
    /** @var array<string, string> */
    private array $reasons = [];

    public function __construct(string $file)
    {
        foreach (is_file($file) ? file($file, FILE_IGNORE_NEW_LINES | FILE_SKIP_EMPTY_LINES) : [] as $line) {
            if ($line[0] !== ';') {
                [$pattern, $reason] = preg_split('/\s+/', $line, 2) + [1 => ''];
                $this->reasons[$pattern] = $reason;
            }
        }
    }

    public function of(string $id): ?string
    {
        foreach ($this->reasons as $pattern => $reason) {
            if (fnmatch($pattern, $id, FNM_NOESCAPE)) {
                return $reason;
            }
        }
        return null;
    }
}
