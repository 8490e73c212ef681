<?php

declare(strict_types=1);

/*
 * A peer in a process of its own that does what no well-behaved one does. It has a port for each of several scripts; each
 * connection to a port plays the steps of that script from the first one, whatever other connections do.
 *
 *     $peer = HostilePeer::start([
 *         'cut in the header' => [['read', "\r\n\r\n"], ['send', "HTTP/1.1 200 OK\r\nConte"], ['meanwhile'], ['close']],
 *         'slow database' => [['proxy', $server->port, 'piece' => 1]],
 *     ]);
 *     $peer->ports['slow database'];
 *
 * Steps:
 *     ['send', text]           all of it, through TLS if that was begun
 *     ['trickle', text, ms]    a byte at a time, with a pause of so long (1) after each
 *     ['read', until]          until the text ends what was read, or so many bytes have come, or the peer has ended; nothing is read
 *                              before that
 *     ['slowly', ms, until]    reads until the other side ends, or has said this, 64 KiB at a time, with a pause of so long after each
 *     ['wait', ms]
 *     ['meanwhile']            until a well-behaved connection to the port 'echo' had three answers: others were served while a call waited
 *                              for this peer. Where no such connection is to be expected ($alone), a few milliseconds.
 *     ['tls'], ['tls', pem]    a server's handshake, with a certificate of its own
 *     ['tls client']           a client's handshake
 *     ['half-close']           no more comes from this side
 *     ['close'], ['reset']     the end: in order, or by SO_LINGER 0. Through TLS both say goodbye first; a proxy that cuts does not.
 *     ['silent']               the end: the connection stays, nothing is read, nothing is said. Counted: see silent_peers().
 *     ['call']                 the last thing read was a number: from here on the script plays on a connection that this process makes to
 *                              that port
 *     ['echo']                 the end: says what it hears; counts for 'meanwhile'
 *     ['proxy', port, …]       the end: in front of a server at that port, or of the script of that name. Options:
 *                              'piece' => n        so many bytes of an answer at a time, in turn with what other connections do
 *                              'from' => text      what follows counts from when the client has said this
 *                              'cut' => n          after so many bytes of answers, 'then' => [step, …] is played to the client
 *     A script that has come to its end closes. The port 'echo' is always there.
 *
 * A connection that is closed with something unread is reset by the kernel: a script reads what its client says before it closes.
 */

require_once __DIR__ . '/child.php';
require_once __DIR__ . '/temporary.php';

final class HostilePeer
{
    /** @param array<string, int> $ports of the scripts */
    private function __construct(
        public readonly array $ports,
        public readonly string $dir,
        private $process,
        private array $pipes,
    ) {
    }

    /** @param array<string, list<array>> $scripts */
    public static function start(array $scripts, bool $alone = false): self
    {
        $dir = make_temporary_directory();
        $command = [PHP_BINARY, '-n'];
        foreach (shared_extensions('sockets') as $extension) {
            array_push($command, '-d', "extension=$extension");
        }
        $command = [...$command, __DIR__ . '/hostile_peer_process.php', $dir, $alone ? 'alone' : ''];
        $process = proc_open($command, [['pipe', 'r'], ['pipe', 'w'], ['file', "$dir/errors", 'w']], $pipes);
        fwrite($pipes[0], base64_encode(serialize($scripts + ['echo' => [['echo']]])) . "\n");
        $ports = json_decode((string) fgets($pipes[1]), true);
        return new self($ports ?? throw new RuntimeException(file_get_contents("$dir/errors")), $dir, $process, $pipes);
    }

    /** What the process complained about: a defect of a script. */
    public function errors(): string
    {
        return file_get_contents("$this->dir/errors");
    }

    public function __destruct()
    {
        // It ends with its standard input.
        fclose($this->pipes[0]);
        proc_close($this->process);
        remove_tree($this->dir);
    }
}
