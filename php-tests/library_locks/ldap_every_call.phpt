--TEST--
io LK-9: every call of LDAP that waits for an answer suspends only the caller: three coroutines are in it at one time, each on a connection
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
$proxy = start_holding_proxy($server->port, 10);
$code = <<<'PHP'
    $count = 3;
    $name = fn(int $i) => "cn=added$i,dc=test";
    $of = fn($ldap, $result) => ldap_get_entries($ldap, $result)[0]['sn'][0];
    $values = fn($ldap, int $i) => ldap_get_entries($ldap, ldap_read($ldap, $name($i), '(sn=*)', ['description']))[0]['description'] ?? [];
    $described = function ($ldap, int $i) use ($values) {
        $found = $values($ldap, $i);
        unset($found['count']);
        return implode(',', $found);
    };
    $calls = [
        'ldap_bind' => fn($ldap) => ldap_bind($ldap, 'cn=admin,dc=test', 'secret'),
        'ldap_add' => fn($ldap, $i) => ldap_add($ldap, $name($i), ['objectClass' => 'person', 'cn' => "added$i", 'sn' => "new $i"]),
        'ldap_modify' => fn($ldap, $i) => ldap_modify($ldap, $name($i), ['description' => ["of $i"]]),
        'ldap_mod_add' => fn($ldap, $i) => ldap_mod_add($ldap, $name($i), ['description' => ["added to $i"]]),
        'ldap_mod_del' => fn($ldap, $i) => ldap_mod_del($ldap, $name($i), ['description' => ["of $i"]]),
        'ldap_mod_replace' => fn($ldap, $i) => ldap_mod_replace($ldap, $name($i), ['description' => ["replaced in $i"]]),
        'ldap_modify_batch' => fn($ldap, $i) => ldap_modify_batch($ldap, $name($i),
            [['attrib' => 'description', 'modtype' => LDAP_MODIFY_BATCH_ADD, 'values' => ["batch of $i"]]]),
        'ldap_compare' => fn($ldap, $i) => ldap_compare($ldap, $name($i), 'sn', "new $i"),
        'ldap_search' => fn($ldap, $i) => $of($ldap, ldap_search($ldap, 'dc=test', "(sn=new $i)")),
        'ldap_list' => fn($ldap, $i) => $of($ldap, ldap_list($ldap, 'dc=test', "(cn=added$i)")),
        'ldap_read' => fn($ldap, $i) => $of($ldap, ldap_read($ldap, $name($i), '(sn=*)')),
        'ldap_rename' => fn($ldap, $i) => ldap_rename($ldap, $name($i), "cn=renamed$i", 'dc=test', true),
        'ldap_exop_whoami' => fn($ldap) => ldap_exop_whoami($ldap),
        'ldap_delete' => fn($ldap, $i) => ldap_delete($ldap, "cn=renamed$i,dc=test"),
    ];
    for ($i = 0; $i < $count; $i++) {
        ldap_set_option($connections[$i] = ldap_connect("ldap://$host:$port"), LDAP_OPT_PROTOCOL_VERSION, 3);
    }
    foreach ($calls as $title => $call) {
        $inside = $most = 0;
        $one = function (int $i) use ($connections, $call, &$inside, &$most) {
            $most = max($most, ++$inside);
            $result = $call($connections[$i], $i);
            $inside--;
            return $result;
        };
        $results = array_map(await(...), array_map(fn(int $i) => spawn($one, $i), range(0, $count - 1)));
        echo "$title: $most at one time, ", json_encode(array_values(array_unique($results))), "\n";
        if (str_contains($title, '_mod')) echo '  ', $described($connections[1], 1), "\n";
    }
    PHP;
echo child_with('ldap', $proxy, $code);
?>
--EXPECT--
ldap_bind: 3 at one time, [true]
ldap_add: 3 at one time, [true]
ldap_modify: 3 at one time, [true]
  of 1
ldap_mod_add: 3 at one time, [true]
  of 1,added to 1
ldap_mod_del: 3 at one time, [true]
  added to 1
ldap_mod_replace: 3 at one time, [true]
  replaced in 1
ldap_modify_batch: 3 at one time, [true]
  replaced in 1,batch of 1
ldap_compare: 3 at one time, [true]
ldap_search: 3 at one time, ["new 0","new 1","new 2"]
ldap_list: 3 at one time, ["new 0","new 1","new 2"]
ldap_read: 3 at one time, ["new 0","new 1","new 2"]
ldap_rename: 3 at one time, [true]
ldap_exop_whoami: 3 at one time, ["dn:cn=admin,dc=test"]
ldap_delete: 3 at one time, [true]
