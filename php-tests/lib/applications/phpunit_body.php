<?php
/** PHPUnit's command (/usr/bin/phpunit), all of it in a coroutine. */

exit(Async\await(Async\spawn(function (): int {
    define('PHPUNIT_COMPOSER_INSTALL', 'PHPUnit/Autoload.php');
    require PHPUNIT_COMPOSER_INSTALL;
    return PHPUnit\TextUI\Command::main(false);
})));
