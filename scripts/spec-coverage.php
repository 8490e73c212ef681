<?php
/*
 * php scripts/spec-coverage.php [--write]
 *
 * Which tests hold which rule of the specification. Reads docs/rules.txt (every rule, with a note if no test can hold it or
 * if it is not built yet) and the "Rules:" lines of the tests' --DESCRIPTION-- sections, and compares with
 * docs/spec-coverage.md, which --write writes anew. Fails, naming each, on rules of a document in docs/spec that
 * docs/rules.txt does not list and the other way round, rules without a test, unknown rules in tests, notes that
 * tests contradict, and a page that is out of date.
 *
 * A test may name any rule with its document in front, "io CX-1", and must do so if two documents use the id: without one it
 * is the core's.
 */

const ROOT = __DIR__ . '/..';
const PAGE = ROOT . '/docs/spec-coverage.md';
const ID = '[A-Z]+-\d+[a-z]?';
/** Hints of core for the implementation, which are numbered like rules. */
const HINTS = '/^NC-/';

/** What docs/rules.txt says about a rule: the mark stands between its id and the text. */
enum Note: string
{
    case None = '';
    case Untestable = ':';
    case NotBuilt = ' - not built yet';
    case PartlyBuilt = ' - partly built';
}

final class Rule
{
    /** @var list<string> tests that name it */
    public array $tests = [];

    public function __construct(
        public readonly string $document,
        public readonly string $id,
        public readonly Note $note,
        public readonly string $text,
    ) {
    }

    /** What is wrong with this rule, or null. */
    public function complaint(): ?string
    {
        $name = "$this->document $this->id";
        return match (true) {
            $this->tests && $this->note === Note::Untestable =>
                "$name has a test ({$this->tests[0]}) and a reason in docs/rules.txt why it has none",
            $this->tests && $this->note === Note::NotBuilt =>
                "$name has a test ({$this->tests[0]}), docs/rules.txt says that it is not built yet",
            !$this->tests && $this->note === Note::None => "$name has no test",
            !$this->tests && $this->note === Note::PartlyBuilt => "$name has no test of the part that is built",
            default => null,
        };
    }

    /** Its line in the table of the page. */
    public function row(): string
    {
        $links = array_map(fn(string $test) => '[' . substr($test, 0, -5) . "](../php-tests/$test)", $this->tests);
        $held = implode('<br>', $links);
        $held = match ($this->note) {
            Note::None => $held,
            Note::Untestable => "none: $this->text",
            Note::NotBuilt => '**not built yet**' . ($this->text === '' ? '' : ": $this->text"),
            Note::PartlyBuilt => "$held<br>**not built yet**: $this->text",
        };
        return "| $this->id | $held |\n";
    }
}

/** @return array<string, array<string, Rule>> chapter => "document id" => rule */
function chapters(array &$complaints): array
{
    $chapters = [];
    $chapter = $document = '';
    $of_chapter = Note::None;
    foreach (file(ROOT . '/docs/rules.txt', FILE_IGNORE_NEW_LINES) as $number => $line) {
        if (preg_match('/^# (([a-z]+) .+?)(?<note> - not built yet)?$/', $line, $match)) {
            [, $chapter, $document] = $match;
            $of_chapter = Note::from($match['note'] ?? '');
        } elseif ($chapter === '' || $line === '') {
            continue;
        } elseif (preg_match('/^(' . ID . ')(?:(:| - not built yet| - partly built):? ?(.*))?$/', $line, $match)) {
            $note = isset($match[2]) ? Note::from($match[2]) : $of_chapter;
            $rule = new Rule($document, $match[1], $note, $match[3] ?? '');
            if (($note === Note::Untestable || $note === Note::PartlyBuilt) && $rule->text === '') {
                $complaints[] = "$document $rule->id: a note without a text in docs/rules.txt";
            }
            if (isset($chapters[$chapter]["$document $rule->id"])) {
                $complaints[] = "$document $rule->id is listed twice in docs/rules.txt";
            }
            $chapters[$chapter]["$document $rule->id"] = $rule;
        } else {
            $complaints[] = 'docs/rules.txt:' . ($number + 1) . " is no rule: $line";
        }
    }
    return $chapters;
}

/**
 * Rules of the documents themselves: a list item, a paragraph or a row of a table that begins with an id.
 *
 * @return array<string, true> "document id" => true
 */
function rules_of_documents(): array
{
    $rules = [];
    foreach (glob(ROOT . '/docs/spec/*.md') as $file) {
        $document = basename($file, '.md');
        preg_match_all('/^(?:(?:[-*] )?\*\*|\| |(?<=\n\n))(' . ID . ')\b/m', file_get_contents($file), $found);
        foreach (preg_grep(HINTS, $found[1], PREG_GREP_INVERT) as $id) {
            $rules["$document $id"] = true;
        }
    }
    return $rules;
}

/** @param array<string, Rule> $rules */
function collect_tests(array $rules, array &$complaints): void
{
    $documents = [];
    foreach ($rules as $rule) {
        $documents[$rule->id][] = $rule->document;
    }
    $files = new RegexIterator(
        new RecursiveIteratorIterator(new RecursiveDirectoryIterator(ROOT . '/php-tests')), '/\.phpt$/');
    foreach ($files as $file) {
        $test = substr($file->getPathname(), strlen(ROOT . '/php-tests/'));
        preg_match_all('/^Rules: *(.+)$/m', file_get_contents($file->getPathname()), $lines);
        foreach (preg_split('/, */', implode(', ', $lines[1]), -1, PREG_SPLIT_NO_EMPTY) as $name) {
            $name = trim($name);
            $of_id = $documents[$name] ?? [];
            $key = count($of_id) > 1 ? "core $name" : (($of_id[0] ?? '') . " $name");
            $rule = $rules[$name] ?? $rules[$key] ?? null;
            if ($rule === null) {
                $complaints[] = "$test names $name, which is no rule";
            } elseif (in_array($test, $rule->tests, true)) {
                $complaints[] = "$test names $name twice";
            } else {
                $rule->tests[] = $test;
            }
        }
    }
    foreach ($rules as $rule) {
        sort($rule->tests);
    }
}

/** @param array<string, array<string, Rule>> $chapters */
function page(array $chapters): string
{
    $page = "# Which tests hold which rule\n\nWritten by `php scripts/spec-coverage.php --write` from the `Rules:` lines of the"
        . " tests and the notes of `docs/rules.txt`;\n`make test` checks that it is up to date and that every rule has a test, a"
        . " reason why none can hold it, or is listed as\nnot built yet.\n\n"
        . "| document | rules | with a test | of these partly built | none can hold it | not built yet |\n|---|---|---|---|---|---|\n";
    foreach (counts($chapters) as $document => $count) {
        $page .= "| $document | " . implode(' | ', $count) . " |\n";
    }
    foreach ($chapters as $chapter => $rules) {
        $page .= "\n## $chapter\n\n| rule | tests |\n|---|---|\n";
        foreach ($rules as $rule) {
            $page .= $rule->row();
        }
    }
    return $page;
}

/** @return array<string, array<string, int>> document => what => number of rules */
function counts(array $chapters): array
{
    $counts = [];
    foreach (array_merge(...array_values($chapters)) as $rule) {
        $count = &$counts[$rule->document];
        $count ??= ['rules' => 0, 'tested' => 0, 'partly' => 0, 'reasons' => 0, 'not built' => 0];
        $count['rules']++;
        $count['tested'] += (int) (bool) $rule->tests;
        $count['partly'] += (int) ($rule->note === Note::PartlyBuilt);
        $count['reasons'] += (int) ($rule->note === Note::Untestable);
        $count['not built'] += (int) ($rule->note === Note::NotBuilt);
    }
    return $counts;
}

$complaints = [];
$chapters = chapters($complaints);
$rules = array_merge(...array_values($chapters));
collect_tests($rules, $complaints);
foreach (array_keys(array_diff_key(rules_of_documents(), $rules)) as $name) {
    $complaints[] = "$name is not in docs/rules.txt";
}
foreach (array_keys(array_diff_key($rules, rules_of_documents())) as $name) {
    $complaints[] = "$name of docs/rules.txt is not in docs/spec";
}
foreach ($rules as $rule) {
    $complaints[] = $rule->complaint();
}
$complaints = array_filter($complaints);
$page = page($chapters);
if (in_array('--write', $argv, true)) {
    file_put_contents(PAGE, $page);
} elseif (!is_file(PAGE) || file_get_contents(PAGE) !== $page) {
    $complaints[] = 'docs/spec-coverage.md is out of date: php scripts/spec-coverage.php --write';
}
foreach ($complaints as $complaint) {
    echo "spec coverage: $complaint\n";
}
foreach (counts($chapters) as $document => $count) {
    printf("spec coverage: %s: %d of %d rules have a test (%d of these are partly built), %d a reason why none can, %d are not built yet\n",
        $document, $count['tested'], $count['rules'], $count['partly'], $count['reasons'], $count['not built']);
}
exit($complaints ? 1 : 0);
