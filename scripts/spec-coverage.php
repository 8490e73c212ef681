<?php
/*
 * php scripts/spec-coverage.php [--write]
 *
 * Which tests hold which rule of the specification. Reads docs/rules.txt (every rule, with the reason if no test can hold
 * it) and the "Rules:" lines of the tests' --DESCRIPTION-- sections, and compares with docs/spec-coverage.md, which
 * --write writes anew. Fails, naming each, on rules without a test, unknown rules in tests, reasons given for rules that
 * have a test, and a page that is out of date.
 *
 * An id that two specifications use is the core's; the other one is written with the name of its specification in front:
 * "Rules: io CX-1, AW-6".
 */

const ROOT = __DIR__ . '/..';
const PAGE = ROOT . '/docs/spec-coverage.md';
/* Specifications whose rules are not listed yet: their ids in tests are not checked. */
const UNLISTED = '/^(?:(?:io|abi|primitives|threads) [A-Z]+-\d+[a-z]?'
    . '|(?:ABI|OD|NC|W|HK|IO|SO|SF|P|FW|SEL|EXE|DB|EG|CU|DN|FRK|FL|TLS|SK|UDP|SL|OUT|INC)-\d+[a-z]?)$/';

/** @return array<string, array<string, string>> chapter => rule => reason why no test holds it, or '' */
function chapters(): array
{
    $chapters = [];
    $chapter = '';
    foreach (file(ROOT . '/docs/rules.txt', FILE_IGNORE_NEW_LINES) as $line) {
        if (preg_match('/^# (.+)/', $line, $match)) {
            $chapter = $match[1];
        } elseif (preg_match('/^([A-Z]+-\d+)(?:: (.+))?$/', $line, $match)) {
            $chapters[$chapter][$match[1]] = $match[2] ?? '';
        }
    }
    return $chapters;
}

/** @return array<string, list<string>> rule => tests that name it */
function tests_by_rule(): array
{
    $tests = [];
    $files = new RegexIterator(
        new RecursiveIteratorIterator(new RecursiveDirectoryIterator(ROOT . '/php-tests')), '/\.phpt$/');
    foreach ($files as $file) {
        $name = substr($file->getPathname(), strlen(ROOT . '/php-tests/'));
        preg_match_all('/^Rules: *(.+)$/m', file_get_contents($file->getPathname()), $lines);
        foreach (preg_split('/, */', implode(', ', $lines[1]), -1, PREG_SPLIT_NO_EMPTY) as $rule) {
            $tests[trim($rule)][] = $name;
        }
    }
    foreach ($tests as &$names) {
        $names = array_values(array_unique($names));
        sort($names);
    }
    return $tests;
}

function page(array $chapters, array $tests): string
{
    $page = "# Which tests hold which rule\n\nWritten by `php scripts/spec-coverage.php --write` from the `Rules:` lines of the"
        . " tests; `make test` checks that\nit is up to date and that every rule has a test or a reason.\n";
    foreach ($chapters as $chapter => $rules) {
        $page .= "\n## $chapter\n\n| rule | tests |\n|---|---|\n";
        foreach ($rules as $rule => $reason) {
            $links = array_map(
                fn(string $test) => '[' . substr($test, 0, -5) . "](../php-tests/$test)", $tests[$rule] ?? []);
            $page .= "| $rule | " . ($links ? implode('<br>', $links) : "none: $reason") . " |\n";
        }
    }
    return $page;
}

$chapters = chapters();
$tests = tests_by_rule();
$known = array_merge(...array_values($chapters));
$complaints = [];
foreach ($known as $rule => $reason) {
    if (!isset($tests[$rule]) && $reason === '') {
        $complaints[] = "$rule has no test";
    } elseif (isset($tests[$rule]) && $reason !== '') {
        $complaints[] = "$rule has a test ({$tests[$rule][0]}) and a reason in docs/rules.txt why it has none";
    }
}
foreach ($tests as $rule => $names) {
    if (!isset($known[$rule]) && !preg_match(UNLISTED, $rule)) {
        $complaints[] = "{$names[0]} names $rule, which is no rule";
    }
}
$page = page($chapters, $tests);
if (in_array('--write', $argv, true)) {
    file_put_contents(PAGE, $page);
} elseif (!is_file(PAGE) || file_get_contents(PAGE) !== $page) {
    $complaints[] = 'docs/spec-coverage.md is out of date: php scripts/spec-coverage.php --write';
}
foreach ($complaints as $complaint) {
    echo "spec coverage: $complaint\n";
}
$held = count(array_intersect_key($known, $tests));
printf("spec coverage: %d of %d rules have a test, %d a reason why not\n", $held, count($known), count(array_filter($known)));
exit($complaints ? 1 : 0);
