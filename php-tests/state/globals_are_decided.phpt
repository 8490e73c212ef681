--TEST--
FW-5: docs/globals.md has a decision for every field of PHP's own globals, and for none that PHP does not have
--DESCRIPTION--
Rules: io FW-4, io FW-5, io EG-9
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/globals.php';

$version = PHP_MAJOR_VERSION . '.' . PHP_MINOR_VERSION;
$table = globals_table(__DIR__ . '/../../docs/globals.md');
foreach (globals_of_this_php() as $global => $fields) {
    $rows = $table[$global] ?? [];
    // A version that the table does not know yet must not have a field that none has.
    $known = (bool) array_filter($rows, fn($row) => in_array($version, $row['versions']));
    $decided = array_filter($rows, fn($row) => !$known || in_array($version, $row['versions']));
    echo $global, count($fields) > 5 ? '' : ': found only ' . implode(', ', $fields), "\n";
    foreach (array_diff($fields, array_keys($decided)) as $field) {
        echo "  $field is not in the table for PHP $version\n";
    }
    foreach (array_diff(array_keys($decided), $fields) as $field) {
        if ($known && !$decided[$field]['optional']) {
            echo "  $field is in the table, but PHP $version does not have it\n";
        }
    }
    foreach ($rows as $field => $row) {
        if (!$row['versions'] || $row['decision'] === '' || $row['where'] === '') {
            echo "  $field: something is missing in its line\n";
        }
        preg_match_all('~src/[\w/]+\.(?:rs|c)~', $row['where'], $files);
        foreach ($files[0] as $file) {
            if (!is_file(__DIR__ . "/../../$file")) {
                echo "  $field: there is no $file\n";
            }
        }
    }
}
--EXPECT--
executor
compiler
core
basic
file
SAPI
output
