--TEST--
What a command finds: directory, environment, descriptors; and its errors
--DESCRIPTION--
Rules: ABI-147, ABI-153
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
function value(string $command, ?string $directory = null, ?string $environment = null): ?string
{
    return async_test_exec(4, $command, null, 0, $directory, $environment)[1];
}

// Of stock PHP, before Async\ is used.
putenv('ASYNC_TEST=from PHP');
const SURROUNDINGS = 'ls /proc/self/fd | wc -l; env | sort | grep -v -e ^_= -e PWD=; umask; grep -e ^SigBlk -e ^SigIgn /proc/self/status';
$stock = shell_exec(SURROUNDINGS);

chdir('/');
echo value('pwd');
chdir('/usr');
echo value('pwd'), value('pwd', '/usr/lib'), value('pwd', 'lib'), value('pwd', '');
chdir('/');
echo value('env | grep ^ASYNC_TEST');
echo value('env | grep -v -e ^PWD= -e ^_= | sort', null, "A=1\0B=two words\0C=\0");
echo value('env | grep -v -e ^PWD= -e ^_=; echo nothing else', null, '');
// No descriptor of ours, no signal blocked.
var_dump(value(SURROUNDINGS) === $stock);

echo "-- errors\n";
echo json_encode(async_test_exec(4, 'echo out; echo error >&2; printf "and more" >&2', null, 0, null, null, true)), "\n";
echo json_encode(async_test_exec(0, 'echo out', null, 0, null, null, true)), "\n";
[$code, , , $errors] = async_test_exec(0, 'seq 1 200000 >&2; seq 1 200000 | tail -n 1', null, 0, null, null, true);
var_dump(strlen($errors) === strlen(implode("\n", range(1, 200000))) + 1);
--EXPECT--
/
/usr
/usr/lib
/usr/lib
/usr
ASYNC_TEST=from PHP
A=1
B=two words
C=
nothing else
bool(true)
-- errors
[0,"out\n",null,"error\nand more"]
[0,"out",null,""]
bool(true)
