--TEST--
OB-9: in coroutines other than main ob_* neither count the buffer of the request nor reach it; in main they do
--DESCRIPTION--
Rules: OB-9, OB-2
Order: independent
--INI--
output_buffering=4096
--FILE--
<?php
use function Async\{spawn, await, suspend};

function see(): string
{
    return json_encode([ob_get_level(), ob_get_contents(), ob_get_length(), ob_list_handlers(), array_column(ob_get_status(true), 'level')])
        . ' ' . (ob_get_status()['level'] ?? 'none') . "\n";
}
$seen = ['main: ' . see()];
echo "written by main\n";
await(spawn(function () use (&$seen) {
    set_error_handler(function ($kind, $message) use (&$seen) { $seen[] = "$message\n"; });
    $seen[] = 'empty: ' . see();
    $seen[] = json_encode([ob_flush(), ob_clean(), ob_end_flush(), ob_end_clean(), ob_get_flush(), ob_get_clean()]) . "\n";
    ob_start(fn($text) => "<$text>");
    echo 'own';
    ob_start(null, 0, 0);
    echo 'fixed';
    suspend();
    $seen[] = 'own: ' . see();
    $seen[] = json_encode([ob_flush(), ob_clean(), ob_end_flush(), ob_end_clean(), ob_get_flush(), ob_get_clean()]) . "\n";
    restore_error_handler();
    foreach (['ob_get_level', 'ob_get_clean', 'ob_flush'] as $function) {
        try {
            $function(1);
        } catch (ArgumentCountError $e) {
            $seen[] = $e->getMessage() . "\n";
        }
    }
    suspend();
}));
while (ob_get_level() > 1) ob_end_clean();
$seen[] = 'main: ' . see();
echo "\n", implode('', $seen);
--EXPECT--
written by main
<ownfixed>
main: [1,"",0,["default output handler"],[0]] 0
empty: [0,false,false,[],[]] none
ob_flush(): Failed to flush buffer. No buffer to flush
ob_clean(): Failed to delete buffer. No buffer to delete
ob_end_flush(): Failed to delete and flush buffer. No buffer to delete or flush
ob_end_clean(): Failed to delete buffer. No buffer to delete
ob_get_flush(): Failed to delete and flush buffer. No buffer to delete or flush
[false,false,false,false,false,false]
own: [2,"fixed",5,["Closure::__invoke","default output handler"],[0,1]] 1
ob_flush(): Failed to flush buffer of default output handler (1)
ob_clean(): Failed to delete buffer of default output handler (1)
ob_end_flush(): Failed to send buffer of default output handler (1)
ob_end_clean(): Failed to discard buffer of default output handler (1)
ob_get_flush(): Failed to send buffer of default output handler (1)
ob_get_flush(): Failed to delete buffer of default output handler (1)
ob_get_clean(): Failed to discard buffer of default output handler (1)
ob_get_clean(): Failed to delete buffer of default output handler (1)
[false,false,false,false,"fixed","fixed"]
ob_get_level() expects exactly 0 arguments, 1 given
ob_get_clean() expects exactly 0 arguments, 1 given
ob_flush() expects exactly 0 arguments, 1 given
main: [1,"written by main\n<ownfixed>",26,["default output handler"],[0]] 0
