<?php

/*
 * Methods of Phar that change what all coroutines share on purpose: a reason, and the functions.
 */

return [
    'Functions of files are replaced for the process.' => 'Phar::interceptFileFuncs PharData::interceptFileFuncs',
    'Variables of the request are replaced for the process.' => 'Phar::mungServer PharData::mungServer',
];
