<?php

/*
 * What functions leave behind about their last call, for others to ask. Asked right after a call, by its coroutine.
 */

$states = [
    'error_get_last' => fn() => error_get_last()['message'] ?? null,
    'preg_last_error' => preg_last_error(...),
    'json_last_error' => json_last_error(...),
];
if (function_exists('libxml_get_errors')) {
    $states['libxml_get_errors'] = fn() => array_map(fn($error) => $error->message, libxml_get_errors());
}
return $states;
