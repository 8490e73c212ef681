<?php

/*
 * Methods of Phar that cannot be called in a test: a reason, and the functions.
 */

return [
    'It answers a request of the web and ends the script.' => 'Phar::webPhar PharData::webPhar',
    'The time at which the archive was made is in the result: two runs differ.' =>
        'Phar::getSignature PharData::getSignature PharFileInfo::getCRC32',
];
