--TEST--
Coroutines whose transfers are on one curl multi handle overlap: each waits for all of them, and hears of what another one has taken for it
--DESCRIPTION--
Rules: io FW-2, io DB-9
--EXTENSIONS--
curl
--FILE--
<?php
use function Async\{spawn, await};

require __DIR__ . '/../lib/http.php';
require __DIR__ . '/../lib/watchdog.php';

watchdog();

/** A client as frameworks have it: whichever call drives the multi handle notes the end of every transfer. */
final class Client
{
    private CurlMultiHandle $multi;
    private array $done = [];
    public int $waits = 0;
    public float $longest = 0;

    public function __construct()
    {
        $this->multi = curl_multi_init();
    }

    public function get(string $url): string
    {
        $handle = curl_init($url);
        curl_setopt($handle, CURLOPT_RETURNTRANSFER, true);
        curl_multi_add_handle($this->multi, $handle);
        $id = spl_object_id($handle);
        while (true) {
            curl_multi_exec($this->multi, $running);
            while ($info = curl_multi_info_read($this->multi)) $this->done[spl_object_id($info['handle'])] = $info['result'];
            if (isset($this->done[$id])) break;
            $this->waits++;
            $began = hrtime(true);
            curl_multi_select($this->multi, 5.0);
            $this->longest = max($this->longest, (hrtime(true) - $began) / 1e9);
        }
        unset($this->done[$id]);
        curl_multi_remove_handle($this->multi, $handle);
        return curl_multi_getcontent($handle);
    }
}

$server = new HttpServer;
$client = new Client;
for ($round = 0; $round < 5; $round++) {
    $paths = array_map(fn($i) => '/kept/' . (50 + $i % 3), range(0, 9));
    $gets = array_map(fn($path) => spawn(fn() => $client->get($server->url($path))), $paths);
    foreach ($gets as $i => $get) {
        if (await($get) !== strtr($paths[$i], ['/kept/' => 'after '])) echo "another's answer\n";
    }
}
// None has slept through its answer, and none waits without waiting.
echo $client->longest < 2 ? "all woken in time\n" : "one waited for $client->longest s\n";
echo $client->waits < 5 * 10 * 60 ? "no busy loop\n" : "$client->waits waits\n";
--EXPECT--
all woken in time
no busy loop
