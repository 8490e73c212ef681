--TEST--
W-10, CX-3: transfers that poll for what is always there, or without waiting, let others run, and end when they are cancelled
--DESCRIPTION--
Rules: io W-10, io CX-3, io CX-8, io CU-1
--EXTENSIONS--
curl
--SKIPIF--
<?php
if ($missing = array_diff(['smb', 'ldap'], curl_version()['protocols'])) die('skip libcurl has no ' . implode(', ', $missing));
?>
--FILE--
<?php
use function Async\{spawn, await, delay};

require __DIR__ . '/../lib/watchdog.php';
watchdog();

// Accepts by its backlog, and says nothing.
$server = stream_socket_server('tcp://127.0.0.1:0');
$address = stream_socket_get_name($server, false);
foreach (['smb' => "smb://u:p@$address/x/y", 'ldap' => "ldap://$address/"] as $protocol => $url) {
    $transfer = spawn(function () use ($url) {
        $handle = curl_init($url);
        curl_setopt($handle, CURLOPT_RETURNTRANSFER, true);
        return var_export(curl_exec($handle), true);
    });
    for ($ticks = 0; $ticks < 10; $ticks++) delay(5);
    echo "$protocol: others run, ";
    $transfer->cancel();
    try {
        echo await($transfer), "\n";
    } catch (Async\AsyncCancellation) {
        echo "cancelled\n";
    }
}
--EXPECT--
smb: others run, cancelled
ldap: others run, cancelled
