--TEST--
EG-9: a message of libxml does not get into another one that comes while it is being told
--DESCRIPTION--
Rules: io EG-9, EG-7
Order: independent
--EXTENSIONS--
dom
--FILE--
<?php
use function Async\{spawn, await, current_coroutine};

require __DIR__ . '/../lib/at_once.php';

function messages(bool $suspends): array
{
    $messages = [];
    set_error_handler(function (int $level, string $message) use (&$messages, $suspends) {
        $messages[current_coroutine()->getId()][] = $message;
        if ($suspends) pause();
    });
    $load = fn($name) => (new DOMDocument)->loadXML("<$name><b>&of_$name;</a>");
    $all = [];
    $coroutines = array_map(fn($name) => spawn($load, $name), ['one', 'two', 'three']);
    foreach ($coroutines as $coroutine) {
        await($coroutine);
        $all[] = $messages[$coroutine->getId()];
    }
    restore_error_handler();
    return $all;
}

$alone = messages(false);
var_dump(messages(true) === $alone, count($alone[0]) > 1);
--EXPECT--
bool(true)
bool(true)
