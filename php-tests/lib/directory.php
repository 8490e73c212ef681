<?php
/**
 * Directories for tests, gone with the process, and what a FileSystemWatcher has to tell about them.
 */
use Async\{FileSystemEvent, FileSystemWatcher};

require_once __DIR__ . '/temporary.php';

/** A new empty directory. */
function directory(): string
{
    return temporary_directory();
}

/** An event in one word: the name, and R for renamed, C for changed. */
function show(FileSystemEvent $event): string
{
    return ($event->filename ?? 'null') . ':' . ($event->renamed ? 'R' : '') . ($event->changed ? 'C' : '');
}

/**
 * What has happened so far, of a watcher of $directory without debouncing: names with all their flags, in the order of the
 * first occurrence. How many events there were does not show.
 *
 * @return list<string>
 */
function happened(FileSystemWatcher $watcher, string $directory): array
{
    static $count = 0;
    $end = '.end' . getmypid() . '_' . ++$count;
    touch("$directory/$end");
    $flags = [];
    foreach ($watcher as $event) {
        if ($event->filename === $end) break;
        if (str_starts_with(basename($event->filename ?? ''), '.end')) continue;
        $name = $event->filename ?? 'null';
        // What marks the end may be among the lost.
        if ($name === 'null' && $event->renamed && $event->changed) touch("$directory/$end");
        $flags[$name] ??= ['', ''];
        if ($event->renamed) $flags[$name][0] = 'R';
        if ($event->changed) $flags[$name][1] = 'C';
    }
    return array_map(fn($name) => $name . ':' . implode($flags[$name]), array_keys($flags));
}

/** As happened(), on one line. */
function report(FileSystemWatcher $watcher, string $directory): void
{
    echo implode(' ', happened($watcher, $directory)) ?: '-', "\n";
}
