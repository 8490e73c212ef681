<?php

/*
 * Functions of arrays, functions and classes that call back: a callback, a comparison, a method of an object, an autoloader.
 */

$objects = fn(Side $s) => array_map(fn($value) => new SlowObject([$value]), [...$s->values(), $s->values()[0]]);
$numbers = fn(Side $s) => $s->pick([3, 1, 2, 2], [9, 7, 8, 7, 6]);
$second = fn(Side $s) => $s->pick(['fig', 'pear', 'kiwi'], ['yak', 'ant']);
$keyed = fn(Side $s) => array_combine($s->values(), array_keys($s->values()));
$keyedSecond = fn(Side $s) => $s->pick(['fig' => 2, 'kiwi' => 7], ['yak' => 2, 'ant' => 5]);
$filter = fn(Side $s) => $s->callback(fn($value) => $value !== $s->values()[1]);

return [
    'usort, uasort, uksort' => fn(Side $s) => [$s->values(), $s->comparison()],
    'array_udiff, array_uintersect, array_udiff_assoc, array_uintersect_assoc' =>
        fn(Side $s) => [$s->values(), $second($s), $s->comparison()],
    'array_diff_ukey, array_intersect_ukey, array_diff_uassoc, array_intersect_uassoc' =>
        fn(Side $s) => [$keyed($s), $keyedSecond($s), $s->comparison()],
    'array_udiff_uassoc, array_uintersect_uassoc' =>
        fn(Side $s) => [$keyed($s), $keyedSecond($s), $s->comparison(), $s->callback(fn($x, $y) => $x <=> $y, 'keys')],
    'array_filter' => fn(Side $s) => [$s->values(), $filter($s)],
    'array_find, array_find_key, array_any, array_all' => fn(Side $s) => [$s->values(), $filter($s)],
    'array_map' => fn(Side $s) => [$s->callback(fn($value) => "$value!"), $s->values()],
    'array_map#several' => fn(Side $s) => [$s->callback(fn($x, $y) => "$x-$y"), $s->values(), $second($s)],
    'array_reduce' => fn(Side $s) => [$s->values(), $s->callback(fn($carry, $value) => "$carry.$value"), $s->name],
    'array_walk' => fn(Side $s) => [$keyed($s), $s->callback(fn($value, $key) => "$key$value"), $s->word()],
    'array_walk#object' => fn(Side $s) => [new ArrayObject($keyed($s)), $s->callback(fn($value, $key) => "$key$value")],
    'array_walk_recursive' => fn(Side $s) => [[$keyed($s), [$s->values()]], $s->callback(fn($value, $key) => "$key$value")],
    'call_user_func, forward_static_call' => fn(Side $s) => [$s->callback(fn(...$args) => $args), $s->word(), $s->number()],
    'call_user_func_array, forward_static_call_array' => fn(Side $s) => [$s->callback(fn(...$args) => $args), [$s->word(), $s->number()]],
    'iterator_apply' => fn(Side $s) => [$s->iterator(), $s->callback(fn() => true), []],

    // Objects that become text, are compared as text, counted, asked for properties, …
    'strval, trim, md5' => fn(Side $s) => [new SlowObject($s->values())],
    'implode, join' => fn(Side $s) => [', ', $objects($s)],
    'sort, rsort, asort, arsort' => fn(Side $s) => [$objects($s), SORT_STRING],
    'array_unique' => fn(Side $s) => [$objects($s)],
    'in_array, array_search' => fn(Side $s) => [$s->values()[2], $objects($s)],
    'array_diff, array_intersect' => fn(Side $s) => [$objects($s), $second($s)],
    'array_multisort' => fn(Side $s) => [$objects($s), SORT_ASC, SORT_STRING],
    'array_column' => fn(Side $s) => [$objects($s), 'name'],
    'min, max' => fn(Side $s) => [$s->values()[0], new SlowObject([$s->values()[1]])],
    'count, sizeof' => fn(Side $s) => [new SlowObject($s->values())],
    'str_replace' => fn(Side $s) => [$objects($s)[0], 'x', [$s->values()[0] . $s->values()[1], $s->text(1)]],
    'sprintf' => fn(Side $s) => ['%s and %s', new SlowObject($s->values()), $s->word()],
    'printf' => fn(Side $s) => ['%s and %s', new SlowObject($s->values()), new SlowObject($numbers($s))],
    'fprintf' => fn(Side $s) => [$s->stream(), '%s and %s', $s->word(), new SlowObject($s->values())],
    'vfprintf' => fn(Side $s) => [$s->stream(), '%s and %s', [$s->word(), new SlowObject($s->values())]],
    'http_build_query' => fn(Side $s) => [['x' => $s->word(), 'y' => new SlowObject($s->values())]],
    'var_dump' => ['args' => fn(Side $s) => [new SlowObject($s->values()), $s->word()], 'ignore' => ['output']],
    'print_r' => fn(Side $s) => [[new SlowObject($s->values()), $s->word()], true],
    'print_r#printed' => fn(Side $s) => [[new SlowObject($s->values()), $s->word()]],
    'serialize' => fn(Side $s) => [[$s->word(), new SlowObject($s->values()), new SlowObject($numbers($s))]],
    'unserialize' => fn(Side $s) => [serialize([$s->word(), new SlowObject($s->values()), new SlowObject($numbers($s))])],
    'json_encode' => fn(Side $s) => [[$s->word(), new SlowObject($s->values()), [new SlowObject($numbers($s))]]],
    'filter_var' => fn(Side $s) => [new SlowObject([$s->word()]), FILTER_CALLBACK, ['options' => $s->callback(strtoupper(...))]],
    'filter_var_array' => fn(Side $s) => [
        ['x' => $s->word(), 'y' => $s->values()],
        ['x' => ['filter' => FILTER_CALLBACK, 'options' => $s->callback(strrev(...))],
            'y' => ['filter' => FILTER_CALLBACK, 'flags' => FILTER_FORCE_ARRAY, 'options' => $s->callback(strtoupper(...))]],
    ],

    // Regular expressions.
    'preg_replace_callback' => fn(Side $s) => ['/\w+/', $s->callback(fn($match) => strrev($match[0])), $s->text(2)],
    'preg_replace_callback_array' => fn(Side $s) => [
        ['/a\w+/' => $s->callback(fn($match) => strrev($match[0])),
            '/b\w+/' => $s->callback(fn($match) => strtoupper($match[0]), 'second')],
        $s->text(2),
    ],
    'preg_replace' => fn(Side $s) => ['/\w(\w+)/', '<$1>', [new SlowObject($s->values()), $s->text(1)]],
    'preg_match' => fn(Side $s) => ['/(\w)(\w+)/', new SlowObject($s->values())],
    'preg_split' => fn(Side $s) => ['/e/', new SlowObject($s->values())],
    'mb_ereg_replace_callback' => fn(Side $s) => ['[a-z]+', $s->callback(fn($match) => strrev($match[0])), $s->text(2)],

    // Output. What an output callback does may not wait; what is printed to it may.
    'ob_start' => ['args' => fn(Side $s) => [fn($text) => strtoupper($text)]],

    // Classes that an autoloader has to bring: of one name for both in the shared case.
    'class_exists, interface_exists, enum_exists, trait_exists, spl_autoload_call, class_implements, class_parents, class_uses'
        => ['args' => fn(Side $s) => [slow_class($s)], 'shared' => true],
    'is_callable' => ['args' => fn(Side $s) => [slow_class($s) . '::append'], 'shared' => true],
    'is_a, is_subclass_of' => ['args' => fn(Side $s) => [slow_class($s), 'ArrayObject', true], 'shared' => true],
    'method_exists, property_exists' => ['args' => fn(Side $s) => [slow_class($s), 'append'], 'shared' => true],
    'get_class_methods, get_class_vars' => ['args' => fn(Side $s) => [slow_class($s)], 'shared' => true],

    // A user's handler of errors is a callback as well.
    'trigger_error, user_error' => [
        'args' => fn(Side $s) => [$s->word(), E_USER_NOTICE],
        'call' => function (Side $s, array $args) {
            set_error_handler($s->callback(fn() => true, 'handler'));
            try {
                return trigger_error(...$args);
            } finally {
                restore_error_handler();
            }
        },
    ],
];
