--TEST--
IN-6: file_get_contents() and file_put_contents() in coroutines behave as stock
--DESCRIPTION--
Rules: IN-6
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await};

$file = tempnam(sys_get_temp_dir(), 'contents');
$cs = [];
for ($i = 0; $i < 5; $i++) $cs[] = spawn(function () use ($file, $i) {
    $n = file_put_contents("$file.$i", str_repeat("$i", 100_000));
    suspend();
    $n += file_put_contents("$file.$i", "end", FILE_APPEND);
    $s = file_get_contents("$file.$i");
    $part = file_get_contents("$file.$i", false, null, 99_998, 4);
    unlink("$file.$i");
    return [$n, strlen($s), $part, @file_get_contents("$file.none")];
});
foreach ($cs as $c) echo json_encode(await($c)), "\n";
unlink($file);
--EXPECT--
[100003,100003,"00en",false]
[100003,100003,"11en",false]
[100003,100003,"22en",false]
[100003,100003,"33en",false]
[100003,100003,"44en",false]
