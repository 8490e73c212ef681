--TEST--
FW-2: coroutines share one CurlHandle, one CurlMultiHandle and one CurlShareHandle; also while a callback waits they take turns
--DESCRIPTION--
Rules: io FW-2, io CX-8
Order: independent
--EXTENSIONS--
curl
--FILE--
<?php
use function Async\{spawn, await, delay, suspend};

require __DIR__ . '/../lib/http.php';

$server = new HttpServer;
function handle(string $url, array $options = []): CurlHandle
{
    $handle = curl_init($url);
    curl_setopt_array($handle, [CURLOPT_RETURNTRANSFER => true] + $options);
    return $handle;
}
$at_once = fn(int $count, Closure $body) => array_map(await(...), array_map(fn(int $i) => spawn($body, $i), range(1, $count)));

$one = handle($server->url('/after/5'));
echo 'easy: ', implode(', ', array_unique($at_once(4, fn() => curl_exec($one) . ' ' . curl_getinfo($one, CURLINFO_HTTP_CODE)))), "\n";

$multi = curl_multi_init();
echo 'multi: ', implode(', ', $at_once(4, function (int $i) use ($multi, $server) {
    $mine = handle($server->url('/after/' . $i * 3));
    curl_multi_add_handle($multi, $mine);
    do {
        curl_multi_exec($multi, $running);
        curl_multi_select($multi, 0.01);
        // The last one to look may be told of the end of all.
    } while (curl_getinfo($mine, CURLINFO_HTTP_CODE) === 0 || curl_multi_getcontent($mine) === '');
    curl_multi_remove_handle($multi, $mine);
    return curl_multi_getcontent($mine);
})), "\n";

$share = curl_share_init();
foreach ([CURL_LOCK_DATA_COOKIE, CURL_LOCK_DATA_DNS, CURL_LOCK_DATA_SSL_SESSION, CURL_LOCK_DATA_CONNECT] as $data) {
    curl_share_setopt($share, CURLSHOPT_SHARE, $data);
}
echo 'share: ', implode(', ', $at_once(4, function (int $i) use ($share, $server) {
    return implode('+', array_map(fn() => curl_exec(handle($server->url("/after/$i"), [CURLOPT_SHARE => $share])), [1, 2]));
})), "\n";

// Cancelled with others in line for it.
$slow = handle($server->url('/hang'));
$first = spawn(fn() => curl_exec($slow));
delay(10);
$second = spawn(function () use ($slow, $server) {
    curl_setopt($slow, CURLOPT_URL, $server->url('/hello'));
    return curl_exec($slow);
});
delay(5);
$first->cancel();
try {
    await($first);
} catch (Async\AsyncCancellation) {
    echo 'cancelled, then ', await($second), "\n";
}

// While a callback waits libcurl would refuse what others do with the handle, but for questions.
$inside = false;
$waiting = [CURLOPT_WRITEFUNCTION => function ($handle, $data) use (&$inside, &$one) {
    $inside = true;
    delay(5);
    // The coroutine itself has its turn.
    echo $handle === $one ? json_encode(@curl_exec($handle)) . ' ' : '';
    return strlen($data);
}];
$one = handle($server->url('/hello'), $waiting);
$first = spawn(fn() => curl_exec($one));
while (!$inside) {
    suspend();
}
echo 'asked: ', curl_getinfo($one, CURLINFO_HTTP_CODE), ', ';
var_dump(curl_exec($one), await($first));

$multi = curl_multi_init();
curl_multi_add_handle($multi, $mine = handle($server->url('/drip'), $waiting));
$drive = spawn(function () use ($multi) {
    do {
        $codes[curl_multi_exec($multi, $running)] = true;
        curl_multi_select($multi, 0.01);
    } while ($running > 0);
    return implode(' ', array_keys($codes));
});
$inside = false;
while (!$inside) {
    suspend();
}
$other = handle($server->url('/hello'));
$codes = array_map(await(...), [
    spawn(fn() => curl_multi_add_handle($multi, $other)),
    spawn(fn() => curl_multi_remove_handle($multi, $other)),
    spawn(fn() => curl_multi_exec($multi, $running)),
]);
echo 'added, removed, driven: ', implode(' ', $codes), ' ', await($drive), "\n";
--EXPECT--
easy: after 5 200
multi: after 3, after 6, after 9, after 12
share: after 1+after 1, after 2+after 2, after 3+after 3, after 4+after 4
cancelled, then hello
asked: 200, false false bool(true)
bool(true)
added, removed, driven: 0 0 0 0
