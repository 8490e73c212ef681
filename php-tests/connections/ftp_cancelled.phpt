--TEST--
CX-7: a connection of FTP on which a call was cancelled gives no answer any more: that of the cancelled call is not the next one's
--DESCRIPTION--
Rules: io CX-7, io CX-6
Order: independent
--EXTENSIONS--
ftp
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/watchdog.php';

watchdog(60);

/** It answers SIZE with the length of the name. Before it answers to the name `slow`, or sends the data of `late`, it waits. */
final class Server
{
    public readonly int $port;
    public bool $is_asked = false;
    public bool $answers = false;
    public bool $has_ended = false;
    private $listener;
    private $passive;

    public function __construct()
    {
        $this->listener = stream_socket_server('tcp://127.0.0.1:0');
        $this->port = self::port($this->listener);
        spawn($this->run(...));
    }

    private static function port($socket): int
    {
        return (int) substr(strrchr(stream_socket_get_name($socket, false), ':'), 1);
    }

    private function run(): void
    {
        $client = stream_socket_accept($this->listener);
        fwrite($client, "220 ready\r\n");
        while (($line = @fgets($client)) !== false) {
            [$command, $name] = explode(' ', trim($line) . ' ');
            $name === 'slow' && $this->ask();
            if (in_array($command, ['RETR', 'NLST', 'STOR'])) {
                @fwrite($client, "150 here it is\r\n");
                $data = stream_socket_accept($this->passive);
                $name === 'late' && $this->ask();
                $this->is_asked = true;
                $command === 'STOR' ? @stream_get_contents($data) : @fwrite($data, "data\r\n");
                fclose($data);
            }
            @fwrite($client, match ($command) {
                'USER' => '331 password',
                'PASS' => '230 welcome',
                'TYPE' => '200 fine',
                'SIZE' => '213 ' . strlen($name),
                'QUIT' => '221 bye',
                'DELE' => $name === 'missing' ? '550 it is missing' : '250 done',
                'PASV' => $this->passive(),
                'RETR', 'NLST', 'STOR' => '226 that was it',
                default => '502 unknown',
            } . "\r\n");
        }
        $this->has_ended = true;
    }

    private function ask(): void
    {
        $this->is_asked = true;
        until(fn() => $this->answers);
    }

    private function passive(): string
    {
        $this->passive = stream_socket_server('tcp://127.0.0.1:0');
        $port = self::port($this->passive);
        return sprintf('227 passive (127,0,0,1,%d,%d)', $port >> 8, $port & 255);
    }
}

/** A stream of user space that waits, and tells of a cancellation or of what it makes of one. */
final class Slow
{
    public static bool $translates = false;
    public static bool $waits = false;
    public $context;

    public function stream_open(): bool
    {
        return true;
    }

    public function stream_write(): int
    {
        self::$waits = true;
        try {
            until(fn() => false);
        } catch (Async\AsyncCancellation $e) {
            throw self::$translates ? new RuntimeException('translated', 0, $e) : $e;
        }
    }

    public function stream_read(): string
    {
        return (string) $this->stream_write();
    }

    public function stream_eof(): bool
    {
        return false;
    }
}
stream_wrapper_register('slow', Slow::class);

function until(Closure $condition): void
{
    while (!$condition()) {
        suspend();
    }
}

function connect(Server $server): FTP\Connection
{
    $ftp = ftp_connect('127.0.0.1', $server->port);
    ftp_login($ftp, 'user', 'password');
    ftp_pasv($ftp, true);
    return $ftp;
}

function cancelled(Closure $call, Closure $waits): string
{
    $coroutine = spawn($call);
    until(fn() => $waits($coroutine));
    $coroutine->cancel();
    try {
        return json_encode(await($coroutine));
    } catch (Async\AsyncCancellation) {
        return 'cancelled';
    } catch (RuntimeException $e) {
        return $e->getMessage();
    }
}

[$near, $far] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$memory = fopen('php://memory', 'w+');
$step = function ($ftp) use ($memory) {
    for ($state = ftp_nb_fget($ftp, $memory, 'late', FTP_BINARY); $state === FTP_MOREDATA;) {
        $state = ftp_nb_continue($ftp);
    }
};
$calls = [
    'an answer' => fn($ftp) => ftp_size($ftp, 'slow'),
    'another' => fn($ftp) => ftp_delete($ftp, 'slow'),
    'raw' => fn($ftp) => ftp_raw($ftp, 'SIZE slow'),
    'before a transfer' => fn($ftp) => ftp_fget($ftp, $memory, 'slow', FTP_BINARY),
    'a transfer' => fn($ftp) => ftp_fget($ftp, $memory, 'late', FTP_BINARY),
    'a transfer by steps' => $step,
    'a list' => fn($ftp) => ftp_nlist($ftp, 'late'),
    'from a socket' => fn($ftp) => ftp_fput($ftp, 'file', $near, FTP_BINARY),
    'from code' => fn($ftp) => ftp_put($ftp, 'file', 'slow://', FTP_BINARY),
    'into code' => fn($ftp) => ftp_get($ftp, 'slow://', 'file', FTP_BINARY),
    'code that translates' => fn($ftp) => ftp_get($ftp, 'slow://', 'file', FTP_BINARY),
];
foreach ($calls as $what => $call) {
    $server = new Server;
    $ftp = connect($server);
    [Slow::$translates, Slow::$waits] = [$what === 'code that translates', false];
    $waits = str_contains($what, 'code') ? fn() => Slow::$waits : fn() => $server->is_asked;
    // What the cancelled call complains of is not the point.
    $results = [ftp_size($ftp, '123'), cancelled(fn() => @$call($ftp), $waits)];
    $server->answers = true;
    $results[] = ftp_size($ftp, '12345');
    $results[] = ftp_delete($ftp, 'missing');
    until(fn() => $server->has_ended);
    $results[] = ftp_close($ftp);
    echo "$what: ", trim(json_encode($results), '[]'), "\n";
}
fwrite($far, "as it was\n");
echo 'the socket: ', fgets($near);

// What was not left in the middle goes on: after a cancelled call that only waited for its turn, and after one that got an error.
$server = new Server;
$ftp = connect($server);
$first = spawn(fn() => ftp_size($ftp, 'slow'));
until(fn() => $server->is_asked);
echo cancelled(fn() => ftp_size($ftp, '12345'), fn($second) => $second->isSuspended()), ', ';
$server->answers = true;
echo await($first), ', ', ftp_size($ftp, '12345'), "\n";
set_error_handler(fn($level, $message) => throw new RuntimeException($message));
try {
    ftp_delete($ftp, 'missing');
} catch (RuntimeException $e) {
    echo $e->getMessage(), ', ';
}
echo ftp_size($ftp, '12345'), ', ', json_encode(ftp_close($ftp)), "\n";
?>
--EXPECT--
an answer: 3,"cancelled",-1,false,false
another: 3,"cancelled",-1,false,false
raw: 3,"cancelled",-1,false,false
before a transfer: 3,"cancelled",-1,false,false
a transfer: 3,"cancelled",-1,false,false
a transfer by steps: 3,"cancelled",-1,false,false
a list: 3,"cancelled",-1,false,false
from a socket: 3,"cancelled",-1,false,false
from code: 3,"cancelled",-1,false,false
into code: 3,"cancelled",-1,false,false
code that translates: 3,"translated",-1,false,false
the socket: as it was
cancelled, 4, 5
ftp_delete(): it is missing, 5, true
