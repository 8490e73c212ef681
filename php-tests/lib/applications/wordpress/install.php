<?php
/** Installs the WordPress of a directory into its database, as the form in the browser does: `php install.php DIRECTORY`. */

$_SERVER += ['HTTP_HOST' => 'site.test', 'SERVER_NAME' => 'site.test', 'REQUEST_METHOD' => 'GET', 'SERVER_PROTOCOL' => 'HTTP/1.1'];
define('WP_INSTALLING', true);
require "$argv[1]/wp-load.php";
require ABSPATH . 'wp-admin/includes/upgrade.php';

/** Tells the administrator by mail otherwise. */
function wp_new_blog_notification(): void
{
}

wp_install('A test', 'admin', 'admin@site.test', true, '', 'secret');
update_option('permalink_structure', '/%postname%/');
flush_rewrite_rules(false);
foreach (range(1, 5) as $number) {
    wp_insert_post(['post_title' => "Post $number", 'post_name' => "post-$number", 'post_content' => str_repeat("Text $number. ", 200),
        'post_status' => 'publish', 'post_author' => 1]);
}
