--TEST--
IN-1, IN-2, IN-3, IN-4: include in coroutines, also of files that suspend; missing files
--DESCRIPTION--
Rules: IN-1, IN-2, IN-3, IN-4
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/temporary.php';
use function Async\{spawn, suspend, await, await_all_or_fail};

$dir = temporary_directory();
file_put_contents("$dir/returns.php",
    '<?php $seen = $local ?? "nothing"; $local = "changed"; Async\suspend(); return ["saw", $seen, $local];');
file_put_contents("$dir/declares.php",
    '<?php echo "loaded\n"; function ta_declared() { return "function"; } class TaDeclared {} const TA_DECLARED = 3;');

$task = function (string $value) use ($dir) {
    suspend();
    $local = $value;
    $r = include "$dir/returns.php";
    return [...$r, $local, $seen];
};
echo json_encode(await_all_or_fail([spawn($task, 'one'), spawn($task, 'two'), spawn(fn() => include "$dir/returns.php")])), "\n";
await(spawn(function () use ($dir) { suspend(); require "$dir/declares.php"; }));
echo ta_declared(), ' ', TA_DECLARED, ' ', var_export(class_exists('TaDeclared', false), true), "\n";
$again = await(spawn(function () use ($dir) {
    return [require_once "$dir/declares.php", include_once "$dir/declares.php", ta_declared()];
}));
echo json_encode($again), "\n";
echo await(spawn(function () use ($dir) {
    var_dump(@include "$dir/missing.php");
    suspend();
    var_dump(include "$dir/missing.php");
    return 'continues';
})), "\n";
--EXPECTF--
[["saw","one","changed","changed","one"],["saw","two","changed","changed","two"],["saw","nothing","changed"]]
loaded
function 3 true
[true,true,"function"]
bool(false)

Warning: include(%smissing.php): Failed to open stream: No such file or directory in %s on line %d

Warning: include(): Failed opening '%smissing.php' for inclusion (include_path='%s') in %s on line %d
bool(false)
continues
