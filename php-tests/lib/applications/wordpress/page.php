<?php
/**
 * A page of one's own in WordPress: five requests by wp_remote_get(), five connections to the database, and posts. The query has the
 * ports of the servers; with `how=coroutines` each is in a coroutine.
 */

require __DIR__ . '/wp-load.php';

$functions = [];
foreach (range(1, 5) as $number) {
    $functions["request $number"] = function () use ($number) {
        $answer = wp_remote_get("http://127.0.0.1:$_GET[http]/$number", ['timeout' => 20]);
        return is_wp_error($answer) ? $answer->get_error_message() : wp_remote_retrieve_body($answer);
    };
    $functions["query $number"] = function () use ($number) {
        $database = new wpdb(DB_USER, DB_PASSWORD, DB_NAME, "127.0.0.1:$_GET[database]");
        $title = $database->get_var($database->prepare("SELECT post_title FROM wp_posts WHERE post_name = %s", "post-$number"));
        $database->close();
        return $title;
    };
}
// The one on the connection of all.
$functions['posts'] = fn() => implode(', ', wp_list_pluck(get_posts(['numberposts' => 10]), 'post_title'));

$results = $_GET['how'] === 'coroutines'
    ? array_map(Async\await(...), array_map(Async\spawn(...), $functions))
    : array_map(fn(Closure $function) => $function(), $functions);
header('Content-Type: text/plain');
foreach ($results as $name => $result) {
    echo "$name: $result\n";
}
