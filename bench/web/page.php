<?php

/* A small page, as text. /coroutine spawns and awaits one coroutine for it. */

use function Async\{await, spawn};

$page = fn(): string => 'Hello, world!';
echo str_ends_with($_SERVER['REQUEST_URI'], '/coroutine') ? await(spawn($page)) : $page();
