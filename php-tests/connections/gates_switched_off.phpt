--TEST--
FW-2: async.gates switches the gates of the modules off that it names, in any spelling, and of no other
--DESCRIPTION--
Rules: io FW-2
Order: independent
--SKIPIF--
<?php
require __DIR__ . '/../lib/services.php';
if ($why = missing_for('gearman', 'gearmand')) die("skip $why");
if ($why = missing_for('curl', 'php')) die("skip $why");
?>
--FILE--
<?php
require __DIR__ . '/../lib/services.php';
require __DIR__ . '/../lib/http.php';

$server = start_gearman();
$http = new HttpServer;
$head = '$url = ' . var_export($http->url('/hang'), true) . ';';
$code = $head . <<<'PHP'
    $curl = curl_init($url);
    $client = new GearmanClient;
    $client->addServer($host, $port);
    // The first call never ends.
    $calls = [
        'curl' => [fn() => curl_exec($curl), fn() => curl_getinfo($curl, CURLINFO_HTTP_CODE)],
        'gearman' => [fn() => $client->doNormal('nobody does this', 'x'), fn() => $client->returnCode()],
    ];
    foreach ($calls as $module => [$first, $second]) {
        $first = spawn($first);
        while (!$first->isSuspended()) delay(1);
        delay(5);
        $second = spawn($second);
        $waits = fn() => str_contains(json_encode($second->getAwaitingInfo()), 'Gate(');
        while (!$second->isCompleted() && !$waits()) delay(1);
        echo " $module ", $waits() ? 'waits' : 'answers', $first->isCompleted() ? ', TOO LATE' : '';
        $first->cancel();
        while (!$second->isCompleted()) delay(1);
    }
    echo "\n";
    PHP;
foreach (['', '-curl', '-gearman', ' -GearMan , -curl', 'curl,gearman'] as $gates) {
    echo "'$gates':", child_with('gearman', $server, $code, ['async.gates' => "'$gates'"] + with_extensions('gearman', 'curl'));
}
?>
--EXPECT--
'': curl waits gearman waits
'-curl': curl answers gearman waits
'-gearman': curl waits gearman answers
' -GearMan , -curl': curl answers gearman answers
'curl,gearman': curl waits gearman waits
