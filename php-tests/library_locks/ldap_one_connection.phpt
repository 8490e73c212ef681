--TEST--
io LK-9, FW-2: coroutines share a connection of LDAP, also calls on several at once; a cancelled one is at its end, others are not
--DESCRIPTION--
Rules: io LK-9, io FW-2
Order: dependent
--SKIPIF--
<?php
require __DIR__ . '/../lib/services.php';
if ($why = missing_for('ldap', 'slapd')) die("skip $why");
?>
--FILE--
<?php
require __DIR__ . '/../lib/services.php';

$server = start_ldap();
$proxy = start_holding_proxy($server->port, 30);
$silent = start_holding_proxy($server->port, 60_000);
echo child_with('ldap', $proxy, "const SILENT = 'ldap://127.0.0.1:$silent->port';" . <<<'PHP'

    $connect = function () use ($host, $port) {
        $ldap = ldap_connect("ldap://$host:$port");
        ldap_set_option($ldap, LDAP_OPT_PROTOCOL_VERSION, 3);
        ldap_bind($ldap, 'cn=admin,dc=test', 'secret');
        return $ldap;
    };
    $name = fn($ldap, $result) => ldap_get_entries($ldap, $result)[0]['sn'][0];
    $find = function ($ldap, int $number) use ($name) {
        $result = @ldap_search($ldap, 'dc=test', "(cn=person$number)");
        return $result ? $name($ldap, $result) : ldap_error($ldap);
    };
    [$one, $two] = [$connect(), $connect()];
    echo 'one connection: ', implode(' ', array_map(await(...), array_map(fn($number) => spawn($find, $one, $number), range(0, 4)))), "\n";

    // Such a call waits until nothing is under way on either, and blocks.
    $both = fn(int $first, int $second) => spawn(function () use ($one, $two, $first, $second, $name) {
        $results = ldap_search([$one, $two], 'dc=test', ["(cn=person$first)", "(cn=person$second)"]);
        return $name($one, $results[0]) . $name($two, $results[1]);
    });
    $coroutines = [$both(0, 1), spawn($find, $one, 4), spawn($find, $two, 5), $both(2, 3), spawn($find, $one, 8), $both(6, 7)];
    echo 'several connections: ', implode(' ', array_map(await(...), $coroutines)), "\n";

    $cancelled = spawn($find, $one, 8);
    $behind = spawn($find, $one, 9);
    delay(5);
    $cancelled->cancel();
    try {
        await($cancelled);
    } catch (Async\AsyncCancellation $e) {
        echo $e::class, "\n";
    }
    $patient = $connect();
    ldap_set_option($patient, LDAP_OPT_TIMEOUT, 1);
    $silent = ldap_connect(SILENT);
    ldap_set_option($silent, LDAP_OPT_PROTOCOL_VERSION, 3);
    ldap_set_option($silent, LDAP_OPT_TIMEOUT, 1);
    $bind = spawn(fn() => [@ldap_bind($silent, 'cn=admin,dc=test', 'secret'), ldap_error($silent)]);
    echo 'in time: ', await(spawn($find, $patient, 7)), ', not in time: ', json_encode(await($bind)), "\n";
    echo 'behind it: ', await($behind), ', another one: ', $find($two, 9), ', new: ', $find($connect(), 9), "\n";
    PHP);
?>
--EXPECT--
one connection: 0 1 2 3 4
several connections: 01 4 5 23 8 67
Async\AsyncCancellation
in time: 7, not in time: [false,"Timed out"]
behind it: Can't contact LDAP server, another one: 9, new: 9
