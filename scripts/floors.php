<?php
/*
 * php scripts/floors.php: whether every file of src/ imports only from its own floor and from those below (docs/architecture.md),
 * and whether the files that import each other in a circle are those of docs/cycles.txt. Reads `use` lines and paths that
 * begin with `crate` or `super`; comments do not count. Fields of
 * type ReadOnly are written by two files only. Prints what is wrong and exits with 1, or one line and 0.
 */

declare(strict_types=1);

$root = dirname(__DIR__);

/** Floors from the ground up; those of one entry do not see each other. The root of the crate may see all. */
const FLOORS = [['abi'], ['engine'], ['sim'], ['scheduler'], ['reactor'], ['primitives'], ['php', 'boundary']];

/** Module name => path of its file. */
function modules(string $src): array
{
    $modules = [];
    $tree = new RecursiveIteratorIterator(new RecursiveDirectoryIterator($src, FilesystemIterator::SKIP_DOTS));
    foreach ($tree as $file) {
        if ($file->getExtension() !== 'rs') continue;
        $name = preg_replace('~(^|/)(mod|lib)$~', '', substr($file->getPathname(), strlen($src) + 1, -3));
        $modules[str_replace('/', '::', $name)] = $file->getPathname();
    }
    ksort($modules);
    return $modules;
}

/** The paths of a use tree, each with the name that it gets: `a::{b, c::d as e}` is `a::b` as b, `a::c::d` as e. */
function paths(string $tree, string $prefix = ''): array
{
    $paths = $parts = [];
    $depth = 0;
    $part = '';
    foreach (str_split($tree . ',') as $character) {
        if ($character === ',' && $depth === 0) {
            $parts[] = trim($part);
            $part = '';
            continue;
        }
        $depth += ['{' => 1, '}' => -1][$character] ?? 0;
        $part .= $character;
    }
    foreach (array_filter($parts, strlen(...)) as $part) {
        $brace = strpos($part, '{');
        if ($brace !== false) {
            $paths = [...$paths, ...paths(substr($part, $brace + 1, -1), $prefix . substr($part, 0, $brace))];
            continue;
        }
        [$path, $name] = preg_split('/\s+as\s+/', $part) + [1 => null];
        $path = preg_replace('/::self$/', '', $prefix . $path);
        $paths[] = [$path, $name ?? substr(strrchr('::' . $path, ':'), 1)];
    }
    return $paths;
}

/** The text of a file without comments, and without the modules written in it, whose `super` is the file itself. */
function code(string $file): string
{
    $noise = ['~//.*$~m', '~#\[cfg\(test\)\]\s*mod \w+ \{.*~s', '~^[ \t]+use super::\*;~m', '~(?<=\bpub)\([^)]*\)~'];
    return preg_replace($noise, '', file_get_contents($file));
}

/** A path from the root of the crate, as parts: what `crate`, `super` and `self` say seen from a module. Null for another crate. */
function absolute(string $path, string $from, array $modules): ?array
{
    $parts = explode('::', $path);
    $base = $from === '' ? [] : explode('::', $from);
    if ($parts[0] === 'crate') return array_slice($parts, 1);
    if ($parts[0] !== 'super' && $parts[0] !== 'self') {
        return isset($modules[implode('::', [...$base, $parts[0]])]) ? [...$base, ...$parts] : null;
    }
    while (($parts[0] ?? '') === 'super' || ($parts[0] ?? '') === 'self') {
        if (array_shift($parts) === 'super') array_pop($base);
    }
    return [...$base, ...$parts];
}

/** The module that defines what a path names: one that only re-exports it is passed through. `*` names the module before it. */
function definer(array $parts, array $modules, array $exports, int $depth = 0): string
{
    for ($length = count($parts); $length > 0; $length--) {
        $module = implode('::', array_slice($parts, 0, $length));
        if (isset($modules[$module])) break;
    }
    $module = implode('::', array_slice($parts, 0, $length));
    $name = $parts[$length] ?? '*';
    if ($depth > 9 || $name === '*' || defines($modules[$module], $name)) return $module;
    $rest = array_slice($parts, $length + 1);
    if (isset($exports[$module][$name])) {
        return definer([...$exports[$module][$name], ...$rest], $modules, $exports, $depth + 1);
    }
    foreach ($exports[$module]['*'] ?? [] as $glob) {
        $found = definer([...$glob, $name], $modules, $exports, $depth + 1);
        if (defines($modules[$found], $name)) return $found;
    }
    return $module;
}

/** Whether an item of that name is written in a file. */
function defines(string $file, string $name): bool
{
    static $items = [];
    $items[$file] ??= (function () use ($file) {
        preg_match_all('/\b(?:fn|struct|enum|union|type|const|static|static mut|trait|macro_rules!)\s+(\w+)/', code($file), $found);
        return array_flip($found[1]);
    })();
    return isset($items[$file][$name]);
}

/** Module => name => the path that it re-exports under that name, as parts; under `*` a list of paths. */
function exports(array $modules): array
{
    $exports = [];
    foreach ($modules as $module => $file) {
        preg_match_all('/^pub\s+use\s+([^;]+);/m', code($file), $uses);
        foreach (array_merge(...array_map(fn($tree) => paths($tree), $uses[1])) as [$path, $name]) {
            $parts = absolute($path, $module, $modules);
            if ($parts === null) continue;
            if (end($parts) === '*') {
                $exports[$module]['*'][] = array_slice($parts, 0, -1);
            } else {
                $exports[$module][$name] = $parts;
            }
        }
    }
    return $exports;
}

/** Module => the modules that it imports from. What a module hands on or calls of its children is none (docs/cycles.txt). */
function imports(array $modules): array
{
    $exports = exports($modules);
    $imports = [];
    foreach ($modules as $module => $file) {
        $text = code($file);
        preg_match_all('/(\bpub\s+)?\buse\s+([^;]+);/', $text, $uses, PREG_SET_ORDER);
        preg_match_all('/\b(?:crate|super|self)(?:::\w+)+/', preg_replace('/\buse\s+[^;]+;/', '', $text), $others);
        $found = $others[0];
        foreach ($uses as [, $public, $tree]) {
            foreach ($public === '' ? paths($tree) : [] as [$path, $name]) {
                $found[] = $path;
                // `use a::room;` and then `room::item`: what the room hands on lies in another file.
                $parts = absolute($path, $module, $modules);
                if (!$parts || !isset($modules[implode('::', $parts)])) continue;
                preg_match_all("/(?<![\\w:])$name((?:::\\w+)+)/", $text, $items);
                foreach ($items[1] as $item) $found[] = "crate::" . implode('::', $parts) . $item;
            }
        }
        $targets = [];
        foreach ($found as $path) {
            $parts = absolute($path, $module, $modules);
            $to = $parts === null ? $module : definer($parts, $modules, $exports);
            if ($to !== $module) $targets[$to] = $to;
        }
        $imports[$module] = array_values($targets);
    }
    return $imports;
}

/** The sets of modules that reach each other (Tarjan's strongly connected components). */
function cycles(array $imports): array
{
    $number = $low = $stack = $cycles = [];
    $visit = function (string $module) use (&$visit, &$number, &$low, &$stack, &$cycles, $imports): void {
        $number[$module] = $low[$module] = count($number);
        $stack[$module] = true;
        foreach ($imports[$module] as $to) {
            if (!isset($number[$to])) $visit($to);
            if (isset($stack[$to])) $low[$module] = min($low[$module], $low[$to]);
        }
        if ($low[$module] !== $number[$module]) return;
        $cycle = [];
        do {
            $cycle[] = $member = array_key_last($stack);
            unset($stack[$member]);
        } while ($member !== $module);
        sort($cycle);
        if (count($cycle) > 1) $cycles[] = implode(' ', $cycle);
    };
    foreach (array_keys($imports) as $module) {
        if (!isset($number[$module])) $visit($module);
    }
    sort($cycles);
    return $cycles;
}

$imports = imports(modules("$root/src"));
$height = [];
foreach (FLOORS as $floor => $folders) {
    foreach ($folders as $folder) $height[$folder] = $floor;
}
$wrong = [];
foreach ($imports as $from => $targets) {
    $here = explode('::', $from)[0];
    if ($from !== '' && !isset($height[$here])) $wrong[] = "src/$here is no floor of scripts/floors.php";
    foreach ($targets as $to) {
        $there = explode('::', $to)[0];
        if ($from === '' || $here === $there) continue;
        if ($to === '' || ($height[$there] ?? 99) >= ($height[$here] ?? 99)) $wrong[] = "$from imports from above: $to";
    }
}
// What a file hands on (`pub use`) is no import of its own in the circles, but lies on its floor or below it, too.
foreach (exports(modules("$root/src")) as $from => $names) {
    $here = explode('::', $from)[0];
    foreach ($names as $name => $parts) {
        foreach ($name === '*' ? $parts : [$parts] as $path) {
            $there = $path[0];
            if ($from !== '' && $here !== $there && ($height[$there] ?? 99) >= $height[$here]) {
                $wrong[] = "$from hands on from above: " . implode('::', $path);
            }
        }
    }
}
// Fields that all may read are written by these only (src/abi/read_only.rs).
const WRITERS = ['scheduler::run::run_loop::transition', 'scheduler::run::scheduler_context'];
foreach (modules("$root/src") as $module => $file) {
    if (in_array($module, WRITERS, true) || str_starts_with($module, 'abi::') || $module === 'abi') continue;
    if (preg_match('/\bReadOnly\b/', code($file))) $wrong[] = "$module writes what is read only: ReadOnly";
}
// `scheduler::a scheduler::b`, a line for each, with a reason in the comment above. What has become smaller is covered.
$known = array_filter(file("$root/docs/cycles.txt", FILE_IGNORE_NEW_LINES), fn($line) => $line !== '' && $line[0] !== '#');
$cycles = cycles($imports);
$covered = [];
foreach ($cycles as $cycle) {
    $by = array_filter($known, fn($line) => !array_diff(explode(' ', $cycle), explode(' ', $line)));
    if (!$by) $wrong[] = "a new cycle of imports: $cycle";
    $covered += $by;
}
foreach (array_diff_key($known, $covered) as $line) $wrong[] = "no cycle any more, take it out of docs/cycles.txt: $line";

if ($wrong) {
    echo implode("\n", $wrong), "\n";
    exit(1);
}
printf("floors: %d files import downwards, %d known cycles\n", count($imports), count($cycles));
