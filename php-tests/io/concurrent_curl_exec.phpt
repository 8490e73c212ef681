--TEST--
CU-1: several curl_exec() calls run concurrently: ten take less than three one after the other
--DESCRIPTION--
Rules: CU-1, io P-2
Order: independent
--EXTENSIONS--
curl
--FILE--
<?php
use function Async\{spawn, await};

require __DIR__ . '/../lib/watchdog.php';
require __DIR__ . '/../lib/http.php';

watchdog();
$server = new HttpServer;
function fetch(string $url): string { $h = curl_init($url); curl_setopt($h, CURLOPT_RETURNTRANSFER, true); return curl_exec($h); }
$t = hrtime(true); echo fetch($server->url('/after/60')), "\n"; $one = hrtime(true) - $t;
$t = hrtime(true);
$cs = [];
for ($i = 0; $i < 10; $i++) $cs[] = spawn('fetch', $server->url('/after/60'));
$texts = array_map(fn($c) => await($c), $cs);
var_dump(array_unique($texts), hrtime(true) - $t < 3 * $one);
--EXPECT--
after 60
array(1) {
  [0]=>
  string(8) "after 60"
}
bool(true)
