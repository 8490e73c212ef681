--TEST--
CX-5, FW-1: SOAP objects and SimpleXMLElement, cancelled while they load, end with the cancellation; another one goes on
--DESCRIPTION--
Rules: io CX-5, io FW-1, io FW-2, io CX-4
Order: independent
--EXTENSIONS--
soap
simplexml
--INI--
soap.wsdl_cache_enabled=0
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/soap.php';
require __DIR__ . '/../lib/watchdog.php';

/** A file of user space that waits until it is cancelled or told to go on: when it is opened, or when it is read. */
final class Waits
{
    public static int $waiting = 0;
    public static bool $go_on = false;
    public static string $text = '';
    public mixed $context = null;
    private int $at = 0;
    private string $path;

    private static function wait(): void
    {
        self::$waiting++;
        try {
            while (!self::$go_on) suspend();
        } finally {
            self::$waiting--;
        }
    }

    public function stream_open(string $path): bool
    {
        $this->path = $path;
        str_contains($path, 'opened') && self::wait();
        return true;
    }

    public function stream_read(int $count): string
    {
        str_contains($this->path, 'opened') || self::wait();
        return substr(self::$text, ($this->at += $count) - $count, $count);
    }

    public function stream_eof(): bool { return $this->at >= strlen(self::$text); }
    public function stream_stat(): array { return []; }
    public function url_stat(): array { return []; }
}
stream_wrapper_register('waits', Waits::class);
Waits::$text = file_get_contents($file = soap_description());
unlink($file);

$errors = [];
set_error_handler(function (int $kind, string $message) use (&$errors) { $errors[] = $message; });
watchdog();
$server = stream_socket_server('tcp://127.0.0.1:0');
$peers = [];
// Told of a request, and never answers.
$url = 'http://' . stream_socket_get_name($server, false) . '/';
$asked = function () use ($server, &$peers) { fgets($peers[] = stream_socket_accept($server)); };
$opened = function () { while (!Waits::$waiting) suspend(); };

$ways = [
    'SoapClient' => fn(string $url) => new SoapClient($url),
    'SoapClient without exceptions' => fn(string $url) => new SoapClient($url, ['exceptions' => false]),
    'SoapServer' => fn(string $url) => new SoapServer($url),
    'SimpleXMLElement' => fn(string $url) => new SimpleXMLElement($url, 0, true),
];
$sources = ['a server' => [$url, $asked], 'opening' => ['waits://opened', $opened], 'reading' => ['waits://read', $opened]];
foreach ($ways as $name => $way) {
    foreach ($sources as $source => [$address, $begun]) {
        $finally = false;
        $cancelled = spawn(function () use ($way, $address, &$finally) {
            try {
                $way($address);
                return 'loaded';
            } catch (Async\AsyncCancellation $e) {
                // It can wait again, and load.
                suspend();
                throw $e;
            } finally {
                $finally = true;
            }
        });
        $begun();
        // Another one is in the middle of the same.
        Waits::$go_on = false;
        $other = spawn($way, 'waits://other');
        while (Waits::$waiting < (str_starts_with($address, 'waits') ? 2 : 1)) suspend();
        $cancelled->cancel($cancellation = new Async\AsyncCancellation('enough'));
        try {
            $result = await($cancelled);
        } catch (Throwable $e) {
            $result = get_class($e) . ($e === $cancellation ? ' as given' : '') . ($finally ? '' : ', finally missed');
        }
        Waits::$go_on = true;
        $loaded = await($other);
        Waits::$go_on = false;
        echo "$name, $source: $result; other: ", get_class($loaded),
            $loaded instanceof SoapClient ? ' ' . count($loaded->__getFunctions()) : '', "\n";
    }
}

// An import is loaded in the middle of a description.
Waits::$text = str_replace('<types>', '<import location="waits://read" namespace="urn:t"/><types>', Waits::$text);
Waits::$go_on = true;
file_put_contents($file = temporary_path('importing') . '.wsdl', Waits::$text);
Waits::$go_on = false;
$cancelled = spawn(fn() => new SoapServer($file));
$opened();
$cancelled->cancel();
try {
    await($cancelled);
} catch (Throwable $e) {
    echo 'an import: ', get_class($e), "\n";
}
unlink($file);

echo "-- what comes later\n";
// What failed for another reason is an ordinary fault, also if a cancellation has come and gone.
final class Swallows
{
    public mixed $context = null;
    public function stream_open(): bool
    {
        Waits::$waiting++;
        try {
            while (true) suspend();
        } catch (Async\AsyncCancellation) {
            Waits::$waiting--;
        }
        return false;
    }
    public function url_stat(): array { return []; }
}
stream_wrapper_register('swallows', Swallows::class);
$swallowing = spawn(fn() => new SoapClient('swallows://x'));
$opened();
$swallowing->cancel();
try {
    await($swallowing);
} catch (Throwable $e) {
    echo get_class($e), "\n";
}
// Coroutines, the collector and handlers go on as before.
$collected = await(spawn(function () {
    $cycle = new stdClass;
    $cycle->itself = $cycle;
    $weak = WeakReference::create($cycle);
    unset($cycle);
    gc_collect_cycles();
    // It collects in a coroutine of its own, whose turn comes some time.
    for ($i = 0; $i < 1000 && $weak->get() !== null; $i++) suspend();
    return $weak->get() === null;
}));
$done = spawn(fn() => 1);
$done->finally(function () { echo "a handler\n"; });
await($done);
suspend();
echo $collected ? 'collected' : 'not collected', "\n", implode("\n", array_unique($errors)), "\n";
--EXPECT--
SoapClient, a server: Async\AsyncCancellation as given; other: SoapClient 1
SoapClient, opening: Async\AsyncCancellation as given; other: SoapClient 1
SoapClient, reading: Async\AsyncCancellation as given; other: SoapClient 1
SoapClient without exceptions, a server: Async\AsyncCancellation as given; other: SoapClient 1
SoapClient without exceptions, opening: Async\AsyncCancellation as given; other: SoapClient 1
SoapClient without exceptions, reading: Async\AsyncCancellation as given; other: SoapClient 1
SoapServer, a server: Async\AsyncCancellation as given; other: SoapServer
SoapServer, opening: Async\AsyncCancellation as given; other: SoapServer
SoapServer, reading: Async\AsyncCancellation as given; other: SoapServer
SimpleXMLElement, a server: Async\AsyncCancellation as given; other: SimpleXMLElement
SimpleXMLElement, opening: Async\AsyncCancellation as given; other: SimpleXMLElement
SimpleXMLElement, reading: Async\AsyncCancellation as given; other: SimpleXMLElement
an import: Async\AsyncCancellation
-- what comes later
SoapFault
a handler
collected
SoapClient::__construct(swallows://x): Failed to open stream: "Swallows::stream_open" call failed
SoapClient::__construct(): I/O warning : failed to load external entity "swallows://x"
