--TEST--
io LK-9: calls of LDAP on several connections are under way at one time, though libldap holds locks of the connection while it waits
--DESCRIPTION--
Rules: io LK-3, io LK-9
Order: independent
--SKIPIF--
<?php
require __DIR__ . '/../lib/services.php';
if ($why = missing_for('ldap', 'slapd')) die("skip $why");
?>
--FILE--
<?php
require __DIR__ . '/../lib/services.php';

$server = start_ldap();
$code = <<<'PHP'
    $answers = function (int $number) use ($host, $port) {
        $ldap = ldap_connect("ldap://$host:$port");
        ldap_set_option($ldap, LDAP_OPT_PROTOCOL_VERSION, 3);
        if (!ldap_bind($ldap, 'cn=admin,dc=test', 'secret')) {
            return ldap_error($ldap);
        }
        $name = "cn=added$number-" . getmypid() . ',dc=test';
        ldap_add($ldap, $name, ['objectClass' => 'person', 'cn' => explode(',', substr($name, 3))[0], 'sn' => "new $number"]);
        $found = ldap_get_entries($ldap, ldap_search($ldap, 'dc=test', "(|(cn=person$number)(sn=new $number))"));
        $names = array_map(fn(int $place) => $found[$place]['sn'][0], range(0, $found['count'] - 1));
        ldap_delete($ldap, $name);
        ldap_unbind($ldap);
        sort($names);
        return implode(',', $names);
    };
    $ticks = 0;
    $ticker = spawn(function () use (&$ticks) {
        while (true) {
            $ticks++;
            delay(1);
        }
    });
    delay(3);
    $before = $ticks;
    $coroutines = array_map(fn(int $number) => spawn($answers, $number), range(0, 5));
    echo implode(' ', array_map(await(...), $coroutines)), '; others ran meanwhile: ', json_encode($ticks - $before > 3), "\n";
    $ticker->cancel();
    PHP;
$settings = [
    'suspending' => [],
    'as a module that blocks' => ['async.io_modules_blocking' => 'ldap'],
    'libldap not redirected' => ['async.io_objects' => '-libldap'],
];
foreach ($settings as $title => $ini) {
    $proxy = start_holding_proxy($server->port, 40);
    echo "$title: ", child_with('ldap', $proxy, $code, $ini), '  answers waited for at one time: ', most_at_once($proxy), "\n";
    $proxy->stop();
}
?>
--EXPECT--
suspending: 0,new 0 1,new 1 2,new 2 3,new 3 4,new 4 5,new 5; others ran meanwhile: true
  answers waited for at one time: 6
as a module that blocks: 0,new 0 1,new 1 2,new 2 3,new 3 4,new 4 5,new 5; others ran meanwhile: false
  answers waited for at one time: 1
libldap not redirected: 0,new 0 1,new 1 2,new 2 3,new 3 4,new 4 5,new 5; others ran meanwhile: false
  answers waited for at one time: 1
