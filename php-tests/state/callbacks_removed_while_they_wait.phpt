--TEST--
EG-8: a callback that is a method keeps its object while it waits, also when another coroutine removes it
--DESCRIPTION--
Rules: io EG-8
Order: dependent
--FILE--
<?php
use function Async\{await, delay, spawn};

class Handler
{
    private array $own;
    public function __construct(private string $name, private $result = null) { $this->own = range(1, 10); }
    public function handle(...$arguments)
    {
        delay(30);
        echo "$this->name has ", count($this->own), "\n";
        return $this->result instanceof Closure ? ($this->result)(...$arguments) : $this->result;
    }
    public function __destruct() { echo "$this->name is gone\n"; }
}
/** Removes the callback while it waits, and uses the memory that its object had. */
function while_it_waits(Closure $call, Closure $remove): void
{
    $call = spawn($call);
    $other = spawn(function () use ($remove) {
        delay(15);
        $remove();
        $memory = array_map(fn($n) => new ArrayObject([$n, "x$n"]), range(1, 1000));
        delay(60);
        return count($memory);
    });
    await($call);
    await($other);
}

spl_autoload_register([new Handler('loader', fn($name) => eval("class $name {}")), 'handle']);
while_it_waits(fn() => var_dump(class_exists('Loaded')), fn() => array_map('spl_autoload_unregister', spl_autoload_functions()));

pcntl_async_signals(true);
pcntl_signal(SIGUSR1, [new Handler('signal handler'), 'handle']);
while_it_waits(
    function () { posix_kill(posix_getpid(), SIGUSR1); for ($i = 0; $i < 1000; $i++) strlen('x'); },
    fn() => pcntl_signal(SIGUSR1, SIG_DFL),
);

$server = stream_socket_server('tcp://127.0.0.1:0');
$url = 'http://' . stream_socket_get_name($server, false) . '/';
spawn(function () use ($server) {
    for ($i = 0; $i < 2; $i++) {
        $client = stream_socket_accept($server);
        for ($request = ''; !str_contains($request, "\r\n\r\n"); ) {
            $request .= fread($client, 1000);
        }
        fwrite($client, "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nhi");
        fclose($client);
    }
});
$context = stream_context_create();
stream_context_set_params($context, ['notification' => [new Handler('notification'), 'handle']]);
while_it_waits(
    fn() => var_dump(file_get_contents($url, false, $context)),
    fn() => stream_context_set_params($context, ['notification' => fn() => null]),
);

$handle = curl_init($url);
curl_setopt($handle, CURLOPT_WRITEFUNCTION, [new Handler('write function', fn($handle, $data) => strlen($data)), 'handle']);
while_it_waits(
    fn() => var_dump(curl_exec($handle)),
    fn() => curl_setopt($handle, CURLOPT_WRITEFUNCTION, fn($handle, $data) => strlen($data)),
);
echo "end\n";
?>
--EXPECT--
loader has 10
bool(true)
loader is gone
signal handler has 10
signal handler is gone
notification has 10
string(2) "hi"
notification is gone
write function has 10
bool(true)
end
write function is gone
