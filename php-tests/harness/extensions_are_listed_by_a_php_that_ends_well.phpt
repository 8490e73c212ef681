--TEST--
The PHP that lists the extensions which tests may ask for ends as it should, however its memory lies
--SKIPIF--
<?php
if (getenv('TEST_UNDER') || getenv('SIM_SEED')) die('skip is about run-tests.php');
if (!is_file(dirname(getenv('TMPDIR') ?: '/') . '/run-tests.php')) die('skip is about the one that php-tests/run has made');
?>
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

// The script that it saves for that PHP, among the others.
preg_match_all("~<<<'PHP'\n(.*?)\n *PHP\)~s", file_get_contents(dirname(getenv('TMPDIR')) . '/run-tests.php'), $scripts);
$lists = array_values(preg_grep('~get_loaded_extensions.*\bdl\(~s', $scripts[1]));
echo count($lists), " script\n";
$ends = [];
for ($time = 0; $time < 10; $time++) {
    ['out' => $out, 'status' => $status] = child_php(ltrim($lists[0]));
    $ends["status $status, " . (preg_match('~,curl\b~i', $out) && !str_contains($out, 'corrupted') ? 'a list' : substr($out, -200))] = true;
}
echo implode("\n", array_keys($ends)), "\n";
?>
--EXPECT--
1 script
status 0, a list
