--TEST--
io LK-7: the API is first used in a function that libldap calls: nothing suspends before the call returns, whose locks were not seen
--DESCRIPTION--
Rules: io LK-7
Order: dependent
--SKIPIF--
<?php
require __DIR__ . '/../lib/services.php';
if ($why = missing_for('ldap', 'slapd')) die("skip $why");
?>
--FILE--
<?php
require __DIR__ . '/../lib/services.php';

// Whatever it does not have it says to be at itself: the client goes there and asks to be introduced.
$server = start_ldap('referral ldap://127.0.0.1:PORT/');
$proxy = start_holding_proxy($server->port, 20);
echo child_with('ldap', $proxy, <<<'PHP'
    $ldap = ldap_connect("ldap://$host:$port");
    ldap_set_option($ldap, LDAP_OPT_PROTOCOL_VERSION, 3);
    ldap_set_option($ldap, LDAP_OPT_REFERRALS, true);
    $ticks = 0;
    $introduced = 0;
    ldap_set_rebind_proc($ldap, function ($ldap) use (&$ticks, &$introduced, &$other) {
        if ($introduced++ === 0) {
            $other = spawn(function () use (&$ticks) {
                while (true) {
                    $ticks++;
                    suspend();
                }
            });
        }
        return ldap_bind($ldap, 'cn=admin,dc=test', 'secret') ? 0 : 1;
    });
    ldap_bind($ldap, 'cn=admin,dc=test', 'secret');
    $result = @ldap_search($ldap, 'dc=elsewhere', '(objectClass=*)');
    echo 'introduced: ', json_encode($introduced > 0), ', others ran meanwhile: ', json_encode($ticks > 0), "\n";
    usleep(1000);
    echo 'behind it: ', json_encode($ticks > 0), "\n";
    $ticks = 0;
    ldap_search($ldap, 'dc=test', '(cn=person1)');
    echo 'in the next call: ', json_encode($ticks > 0), "\n";
    $other->cancel();
    PHP);
?>
--EXPECT--
introduced: true, others ran meanwhile: false
behind it: true
in the next call: true
