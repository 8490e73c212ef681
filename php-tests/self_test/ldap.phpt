--TEST--
io chapter 10: ldap comes to the hooks
--DESCRIPTION--
Rules: io P-4
Order: dependent
--SKIPIF--
<?php
require __DIR__ . '/../lib/services.php';
if ($why = missing_for('ldap', 'slapd')) die("skip $why");
?>
--INI--
async.io_trace=1
--FILE--
<?php
require __DIR__ . '/../lib/services.php';

$server = start_ldap();
echo child_with('ldap', $server, sprintf('require %s;', var_export(__DIR__ . '/../lib/trace.php', true)) . <<<'PHP'
    expect_hits('ldap', ['connect', 'poll|__poll_chk', 'read', 'write', 'pthread_mutex_lock'], function () use ($host, $port) {
        $ldap = ldap_connect("ldap://$host:$port");
        ldap_set_option($ldap, LDAP_OPT_PROTOCOL_VERSION, 3);
        ldap_bind($ldap, 'cn=admin,dc=test', 'secret');
        ldap_search($ldap, 'dc=test', '(cn=person1)');
    });
    PHP);
?>
--EXPECT--
ldap: hit
