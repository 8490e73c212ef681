--TEST--
A microtask of a script that launches nothing runs in the drain behind it, also one that a shutdown function or a destructor adds
--DESCRIPTION--
Rules: ABI-126, ABI-192
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
class Late
{
    public function __destruct()
    {
        echo "destructor\n";
        async_test_early_microtask(4);
    }
}
$late = new Late();
register_shutdown_function(function () {
    echo "shutdown\n";
    async_test_early_microtask(3);
});
async_test_early_microtask(1);
async_test_early_microtask(2, true);
echo "end of script\n";
?>
--EXPECT--
end of script
task 1 runs, launched true, scheduler context true
task 1 freed
task 2 freed
shutdown
task 3 runs, launched true, scheduler context true
task 3 freed
destructor
task 4 runs, launched true, scheduler context true
task 4 freed
