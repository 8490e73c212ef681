--TEST--
Commands of C code give what exec(), system(), passthru() and shell_exec() give
--DESCRIPTION--
Rules: ABI-60, ABI-153, ABI-198, ABI-212
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/temporary.php';

// What PHP's own functions give, first: nothing of Async\ was used, so they block.
$binary = temporary_path('binary');
file_put_contents($binary, random_bytes(300_000));
$commands = [
    'nothing' => 'true', 'a line' => 'echo one', 'lines' => 'echo one; echo; echo two; exit 3',
    'no end of a line' => 'printf "one\ntwo"', 'white space' => "printf 'one \\t\\r\\n  two\\v\\f\\n \\t \\n'",
    'only ends' => 'printf "\n\n\n"', 'carriage returns' => 'printf "a\r\nb\r\n"', 'one blank' => "printf ' '",
    'zero bytes' => "printf 'a\\0b\\n\\0\\n'", 'binary' => "cat $binary", 'long' => 'seq 1 300000',
    'a long line' => "head -c 3000000 /dev/zero | tr '\\0' x; echo; echo end",
    'slowly' => 'printf on; sleep 0.02; echo e; sleep 0.02; printf two',
    'in small pieces' => 'i=0; while [ $i -lt 300 ]; do printf "$i"; echo " "; i=$((i+1)); done',
    'statuses' => 'exit 255', 'no such command' => '/no/such/command 2>/dev/null',
];
function stock(int $mode, string $command): array
{
    $lines = $mode == 2 ? ['before'] : null;
    ob_start();
    $value = match ($mode) {
        0 => exec($command, $unused, $code),
        1 => system($command, $code),
        2 => exec($command, $lines, $code),
        3 => passthru($command, $code),
        4 => shell_exec($command),
    };
    return [$mode == 4 ? null : $code, $value, $lines, ob_get_clean()];
}
$expected = [];
foreach ($commands as $name => $command) {
    for ($mode = 0; $mode < 5; $mode++) {
        $expected[$name][$mode] = stock($mode, $command);
    }
}

$different = 0;
foreach ($commands as $name => $command) {
    for ($mode = 0; $mode < 5; $mode++) {
        ob_start();
        [$code, $value, $lines] = async_test_exec($mode, $command, $mode == 2 ? ['before'] : null);
        $got = [$mode == 4 ? null : $code, $value, $lines, ob_get_clean()];
        foreach (['code', 'value', 'lines', 'output'] as $i => $part) {
            if ($got[$i] !== $expected[$name][$mode][$i]) {
                $different++;
                echo "$name, mode $mode: $part ", substr(json_encode($got[$i], JSON_INVALID_UTF8_SUBSTITUTE), 0, 200), ', not ',
                    substr(json_encode($expected[$name][$mode][$i], JSON_INVALID_UTF8_SUBSTITUTE), 0, 200), "\n";
            }
        }
    }
}
echo count($commands) * 5, " compared, $different different\n";

echo "-- an array that others have, too\n";
$mine = $shared = ['before'];
[, , $lines] = async_test_exec(2, 'echo one', $mine);
echo json_encode([$shared, $mine, $lines]), "\n";
echo "-- no array\n";
echo json_encode(async_test_exec(2, 'echo one')), ' ', json_encode(async_test_exec(2, 'true')), "\n";
echo "-- killed\n";
echo json_encode(async_test_exec(0, 'echo one; kill -9 $$')), "\n";
var_dump(async_test_counts()[0]);
--EXPECT--
80 compared, 0 different
-- an array that others have, too
[["before"],["before"],["before","one"]]
-- no array
[0,"one",["one"]] [0,"",[]]
-- killed
[-9,"one",null]
int(0)
