--TEST--
io 17: every setting of the I/O, its default value, and that no script changes it
--DESCRIPTION--
Rules: io P-4, io FW-4, io W-10
Order: independent
--SKIPIF--
<?php if (getenv('TEST_UNDER')) die('skip an instrument has settings of its own'); ?>
--FILE--
<?php
foreach (ini_get_all('true_async') as $name => $setting) {
    // The first may be changed; the others are debugging aids, and set under simulation.
    if (in_array($name, ['async.debug_deadlock', 'async.sim_seed', 'async.sim_time'], true)) {
        continue;
    }
    $changed = array_map(fn(string $value) => ini_set($name, $value), ['0', '1', '-redis', '']);
    echo $name, ' = ', json_encode($setting['global_value']), $setting['access'] === INI_SYSTEM ? '' : ', NOT OF THE SYSTEM',
        array_unique($changed) === [false] && ini_get($name) === $setting['global_value'] ? '' : ', CHANGED', "\n";
}
?>
--EXPECT--
async.gates = ""
async.io = "1"
async.io_modules_blocking = "session,pdo_oci,pdo_firebird,pdo_dblib,oci8,imap,snmp,mongodb,grpc,rdkafka,parallel,opcache,ffi"
async.io_objects = ""
async.io_slice_ms = "10"
async.io_trace = "0"
async.unguarded_stacks = "0"
