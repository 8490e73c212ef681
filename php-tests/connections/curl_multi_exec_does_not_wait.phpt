--TEST--
No other coroutine runs while curl_multi_exec() does its work, also when it closes connections that others wait for
--DESCRIPTION--
Rules: io CU-2, io W-9, io W-10
Order: independent
--EXTENSIONS--
curl
pcntl
--FILE--
<?php
use function Async\{spawn, await};

require __DIR__ . '/../lib/http.php';
require __DIR__ . '/../lib/watchdog.php';

watchdog();

/** As Symfony's: what comes while it is busy is refused, because only a callback of curl could come then. */
final class Client
{
    private CurlMultiHandle $multi;
    private array $done = [];
    private bool $busy = false;
    public int $refused = 0;

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
            $this->perform();
            if (isset($this->done[$id])) break;
            curl_multi_select($this->multi, 5.0);
        }
        unset($this->done[$id]);
        curl_multi_remove_handle($this->multi, $handle);
        return curl_multi_getcontent($handle);
    }

    private function perform(): void
    {
        if ($this->busy) {
            $this->refused++;
            return;
        }
        $this->busy = true;
        curl_multi_exec($this->multi, $running);
        while ($info = curl_multi_info_read($this->multi)) {
            $this->done[spl_object_id($info['handle'])] = true;
        }
        $this->busy = false;
        // A coroutine that has computed for so long gives way in its next call that may.
        for ($end = hrtime(true) + 3_000_000; hrtime(true) < $end;);
    }
}

$server = new HttpServer;
$client = new Client;
for ($round = 0; $round < 3; $round++) {
    // The server closes each connection after its answer, and so does curl then, while the others wait for it.
    $paths = array_map(fn($i) => '/after/' . (30 + $i % 3), range(0, 9));
    $gets = array_map(fn($path) => spawn(fn() => $client->get($server->url($path))), $paths);
    foreach ($gets as $i => $get) {
        if (await($get) !== strtr($paths[$i], ['/after/' => 'after '])) echo "another's answer\n";
    }
}
echo "refused: $client->refused\n";
--EXPECT--
refused: 0
