<?php
/**
 * Another process that holds the lock of flock() on a file: started without the extension, it says when it has the lock and
 * gives it back when it is told to, or ends.
 */
final class LockHolder
{
    private $process;
    private array $pipes = [];

    public function __construct(string $file, string $operation = 'LOCK_EX')
    {
        $code = "\$f = fopen(\$argv[1], 'c+'); flock(\$f, $operation); echo \"has\\n\"; fgets(STDIN);";
        $this->process = proc_open([PHP_BINARY, '-n', '-r', $code, $file], [['pipe', 'r'], ['pipe', 'w']], $this->pipes);
        fgets($this->pipes[1]);
    }

    /** The lock is free when this returns. */
    public function end(): void
    {
        fclose($this->pipes[0]);
        stream_get_contents($this->pipes[1]);
        proc_close($this->process);
    }
}

/** The path of an empty file that goes with the script. */
function lock_file(): string
{
    $file = tempnam(sys_get_temp_dir(), 'lock');
    $owner = getmypid();
    register_shutdown_function(fn() => getmypid() === $owner && @unlink($file));
    return $file;
}
