--TEST--
SH-13: exit in a destructor of what never starts ends the script silently, though there is a cancellation before it
--DESCRIPTION--
Rules: SH-13, SH-14, CN-10
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

echo json_encode(child_php(<<<'PHP'
    <?php
    use function Async\{spawn, suspend};

    set_error_handler(function (int $type, string $message) { echo "error: $message\n"; return true; });
    class Ends { function __destruct() { exit(3); } }
    spawn(function ($argument) {}, new Ends)->cancel();
    suspend();
    echo "not reached\n";
    PHP)), "\n";
?>
--EXPECT--
{"out":"","status":3}
