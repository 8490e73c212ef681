<?php
/**
 * A PHP of its own with this run's extensions whose standard streams the test holds: for what a process does with STDIN and STDOUT.
 * The test itself stays an ordinary blocking script.
 */
final class ChildWithPipes
{
    /** @var resource */
    private $process;
    /** @var array<int, resource> the test's ends of the child's descriptors */
    public array $pipes = [];
    private readonly string $file;

    /**
     * @param array $descriptors as of proc_open()
     * @param string ...$ini settings, as `memory_limit=128M`
     */
    public function __construct(string $code, array $descriptors, string ...$ini)
    {
        $this->file = tempnam(sys_get_temp_dir(), 'child');
        file_put_contents($this->file, $code);
        $command = [PHP_BINARY, '-n', '-d', 'display_errors=1', '-d', 'html_errors=0',
            ...explode(' ', (string) getenv('TEST_EXTENSION_OPTIONS'))];
        foreach ($ini as $setting) {
            array_push($command, '-d', $setting);
        }
        $command[] = $this->file;
        if ($under = getenv('TEST_UNDER')) {
            array_unshift($command, $under);
        }
        $this->process = proc_open($command, $descriptors, $this->pipes);
    }

    public function id(): int
    {
        return proc_get_status($this->process)['pid'];
    }

    /** Closes the pipes and returns the exit status. */
    public function end(): int
    {
        array_map(fclose(...), array_filter($this->pipes, is_resource(...)));
        return proc_close($this->process);
    }

    public function __destruct()
    {
        if (is_resource($this->process)) {
            proc_terminate($this->process, 9);
        }
        @unlink($this->file);
    }
}
