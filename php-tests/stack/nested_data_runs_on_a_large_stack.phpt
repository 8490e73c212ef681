--TEST--
FW-6: data nested deeper than a coroutine's stack is serialized, printed, encoded and merged as in the main script
--DESCRIPTION--
Rules: FW-6
Order: independent
--INI--
fiber.stack_size=200K
memory_limit=512M
--FILE--
<?php
use function Async\{await, spawn};

const DEPTH = 1500;
function nested(): array
{
    $value = ['end'];
    for ($i = 0; $i < DEPTH; $i++) {
        $value = [$value];
    }
    return $value;
}
$text = str_repeat('a:1:{i:0;', DEPTH) . 'i:1;' . str_repeat('}', DEPTH);
$json = str_repeat('[', DEPTH) . str_repeat(']', DEPTH);
ini_set('max_input_nesting_level', 1_000_000);

// What they make is returned: an array that the coroutine itself frees is freed on its own stack.
$other = nested();
$calls = [
    'serialize' => fn($v) => serialize($v),
    'unserialize' => fn($v) => unserialize($text),
    'json_encode' => fn($v) => json_encode($v, 0, DEPTH + 5),
    'json_decode' => fn($v) => json_decode($json, true, DEPTH + 5),
    'var_export' => fn($v) => var_export($v, true),
    'print_r' => fn($v) => print_r($v, true),
    'var_dump' => function ($v) { ob_start(); var_dump($v); return ob_get_clean(); },
    'debug_zval_dump' => function ($v) { ob_start(); debug_zval_dump($v); return strlen(ob_get_clean()) > DEPTH; },
    'array_walk_recursive' => function ($v) {
        $seen = '';
        array_walk_recursive($v, function ($x) use (&$seen) { $seen .= $x; });
        return [$seen, $v];
    },
    'array_merge_recursive' => fn($v) => array_merge_recursive(['a' => $v], ['a' => $v]),
    'array_replace_recursive' => fn($v) => array_replace_recursive($v, $v),
    'http_build_query' => fn($v) => http_build_query(['a' => $v]),
    'parse_str' => function ($v) { parse_str('a' . str_repeat('[0]', DEPTH) . '=end', $out); return $out; },
    // Not called by name: PHP 8.4 then makes no call of it, and has an Error of its own where the stack ends.
    'in_array' => fn($v) => call_user_func('in_array', $v, [1, $other]),
    'array_search' => fn($v) => array_search($v, [1, $other]),
    'array_keys' => fn($v) => array_keys([1, $other], $v),
    'sort' => function ($v) use ($other) { $list = [$v, $other]; return [sort($list), $list]; },
    'arsort' => function ($v) use ($other) { $list = [$v, $other]; return [arsort($list), $list]; },
    'max' => fn($v) => call_user_func('max', $v, $other),
    'min' => fn($v) => call_user_func('min', $v, $other),
    'array_unique' => fn($v) => array_unique([$v, $other], SORT_REGULAR),
    'array_multisort' => function ($v) use ($other) { $list = [$v, $other]; return [array_multisort($list), $list]; },
    'mb_convert_variables' => fn($v) => [mb_convert_variables('UTF-8', 'ISO-8859-1', $v), $v],
    'mb_parse_str' => function ($v) { mb_parse_str('a' . str_repeat('[0]', DEPTH) . '=end', $out); return $out; },
    'filter_var' => fn($v) => filter_var($v, FILTER_DEFAULT, FILTER_REQUIRE_ARRAY),
    'mb_convert_encoding' => fn($v) => mb_convert_encoding($v, 'UTF-8', 'ISO-8859-1'),
];
if (!function_exists('debug_zval_dump')) {
    unset($calls['debug_zval_dump']);
}
if (getenv('TEST_UNDER')) {
    // Its text of 50 MB is copied a thousand times there, whenever it grows.
    unset($calls['print_r']);
}
$value = nested();
foreach ($calls as $name => $call) {
    $in_main = $call($value);
    $in_coroutine = await(spawn($call, $value));
    echo $name, $in_main === $in_coroutine && $in_main !== false ? '' : ': differs', "\n";
    unset($in_main, $in_coroutine);
}
echo Async\runtime_stats()['fiber_stack_size'], "\n";
?>
--EXPECTF--
serialize
unserialize
json_encode
json_decode
var_export
%Avar_dump
%Aarray_walk_recursive
array_merge_recursive
array_replace_recursive
http_build_query
parse_str
in_array
array_search
array_keys
sort
arsort
max
min
array_unique
array_multisort
mb_convert_variables
mb_parse_str
filter_var
mb_convert_encoding
204800
