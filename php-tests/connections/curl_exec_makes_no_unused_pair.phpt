--TEST--
CU-10: the first transfer of a handle makes no sockets that only another thread could use; its later ones look up names
--DESCRIPTION--
Rules: io CU-10
Order: independent
--EXTENSIONS--
curl
--FILE--
<?php
use function Async\{spawn, await, delay};

require __DIR__ . '/../lib/http.php';

$server = new HttpServer;
// How many sockets the process has more than at the start.
$sockets = fn(): int => count(array_filter(glob('/proc/self/fd/*'), fn(string $fd) => str_starts_with((string) @readlink($fd), 'socket:')));
$new = function (string $url): CurlHandle {
    $handle = curl_init($url);
    curl_setopt_array($handle, [CURLOPT_RETURNTRANSFER => true, CURLOPT_NOPROXY => '*']);
    return $handle;
};
$missing = function (CurlHandle $handle): string {
    curl_setopt($handle, CURLOPT_URL, 'http://no-such-host.invalid/');
    return var_export(curl_exec($handle), true) . ' ' . curl_errno($handle) . ' ' . curl_error($handle);
};
// Made before the first use of the API, and used before it.
$early = $new($server->url('/hello'));
$earlier = $new($server->url('/hello'));
curl_exec($earlier);

$before = $sockets();
$waiting = spawn(fn() => curl_exec($new($server->url('/after/1000'))));
while (($count = $sockets() - $before) === 0) {
    delay(1);
}
delay(10);
echo 'a new handle: ', $sockets() - $before, "\n", await($waiting), "\n";

// A name is looked up by a thread, which tells through a pair of sockets.
$used = $new($server->url('/hello'));
echo await(spawn(fn() => curl_exec($used))), "\n", await(spawn($missing, $used)), "\n";
echo 'new: ', await(spawn($missing, $new(''))), "\n";
echo 'a copy: ', await(spawn($missing, curl_copy_handle($used))), "\n";
$clone = clone $used;
curl_setopt($clone, CURLOPT_URL, $server->url('/hello'));
echo 'a clone: ', await(spawn(fn() => curl_exec($clone))), ' ', await(spawn($missing, $clone)), "\n";
echo 'early: ', await(spawn(fn() => curl_exec($early))), ' ', await(spawn($missing, $early)), "\n";
echo 'used early: ', await(spawn($missing, $earlier)), "\n";

// One that cannot be used says so, and nothing is missing afterwards.
$multi = curl_multi_init();
$in_multi = $new($server->url('/hello'));
curl_multi_add_handle($multi, $in_multi);
echo 'in a multi handle: ', await(spawn(fn() => var_export(curl_exec($in_multi), true) . ' ' . curl_errno($in_multi))), "\n";
do {
    curl_multi_exec($multi, $running);
    curl_multi_select($multi);
} while ($running > 0);
echo curl_multi_getcontent($in_multi), "\n";
curl_multi_remove_handle($multi, $in_multi);
echo await(spawn(fn() => curl_exec($in_multi))), ' ', await(spawn($missing, $in_multi)), "\n";
?>
--EXPECT--
a new handle: 1
after 1000
hello
false 6 Could not resolve host: no-such-host.invalid
new: false 6 Could not resolve host: no-such-host.invalid
a copy: false 6 Could not resolve host: no-such-host.invalid
a clone: hello false 6 Could not resolve host: no-such-host.invalid
early: hello false 6 Could not resolve host: no-such-host.invalid
used early: false 6 Could not resolve host: no-such-host.invalid
in a multi handle: false 2
hello
hello false 6 Could not resolve host: no-such-host.invalid
