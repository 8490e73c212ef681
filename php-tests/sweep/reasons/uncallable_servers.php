<?php

/*
 * Functions of gearman, SSH, phpredis, LDAP and ODBC that cannot be called in a test: a reason, and the functions.
 */

return [
    'It ends the process with a fault, on stock PHP as well.' => '
        gearman_task_send_workload gearman_task_recv_data GearmanTask::sendWorkload GearmanTask::recvData',
    'No server of the packages knows that subsystem.' => 'ssh2_publickey_add ssh2_publickey_remove ssh2_publickey_list',
    'The sweep starts no such server; php-tests/library_locks has tests of them (LK-9, LK-10).' => 'ldap_* odbc_*',
    'phpredis 5.3 takes its keys for keys of two nodes, and sends nothing.' => 'RedisCluster::bitop',
];
