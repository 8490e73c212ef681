<?php

/*
 * Functions of the extensions for XML that change what all coroutines share on purpose: a reason, and the functions.
 */

return [
    'What loads entities is a setting of the script.' => 'libxml_set_external_entity_loader',
];
