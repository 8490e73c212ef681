<?php

/*
 * Functions that wait without letting anything else go on, although the rules say that they should not: a reason, and the
 * functions. They count as not reached.
 */

return [
    'Names are asked for through res_nsearch(), which is not offloaded (DN-1).' =>
        'dns_check_record checkdnsrr dns_get_record dns_get_mx getmxrr',
    'It blocks until the disk has written (IO-3).' => 'fsync fdatasync',
    'Waiting for child processes (EXE-1, EXE-5) blocks the process.' => 'pclose proc_close',
];
