--TEST--
io FW-6: spl_autoload_call() cannot be registered as a loader, as in stock PHP, which knows it by its handler
--DESCRIPTION--
Rules: io FW-6
Order: independent
--FILE--
<?php
$register = function (string $where): void {
    try {
        spl_autoload_register('spl_autoload_call');
        echo "registered\n";
    } catch (ValueError $e) {
        echo "$where: ", $e->getMessage(), "\n";
    }
    var_dump(class_exists('NoSuchClass'));
};

$register('before the first use of the API');
Async\await(Async\spawn($register, 'in a coroutine'));
?>
--EXPECT--
before the first use of the API: spl_autoload_register(): Argument #1 ($callback) must not be the spl_autoload_call() function
bool(false)
in a coroutine: spl_autoload_register(): Argument #1 ($callback) must not be the spl_autoload_call() function
bool(false)
