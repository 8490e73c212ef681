<?php

declare(strict_types=1);

/*
 * A service that takes over new settings while it runs.
 *
 *     php config_reloader.php DIRECTORY             and, while it runs: edit DIRECTORY/*.ini, kill -HUP PID, kill -TERM PID
 *     php config_reloader.php                       shows it on a directory of its own
 *
 * Settings are read again when a file has changed, or on SIGHUP. A burst of changes counts as one: an editor writes, renames
 * and sets permissions, a deployment touches many files. Settings are replaced as a whole: if one of the files is broken,
 * the former ones stay. SIGTERM lets the work that has begun finish and ends the service.
 */

use Async\FileSystemWatcher;
use Async\Scope;
use Async\Signal;
use function Async\await;
use function Async\await_any_or_fail;
use function Async\delay;
use function Async\protect;
use function Async\signal;
use function Async\spawn;
use function Async\timeout;

foreach (['true_async', 'pcntl'] as $extension) {
    if (!extension_loaded($extension)) {
        fwrite(STDERR, "The extension $extension is not loaded; use `examples/run config_reloader.php`.\n");
        exit(2);
    }
}

/** The settings of all files of a directory, which are valid together. */
final class Settings
{
    public int $reloaded = 0;
    public int $refused = 0;
    private array $values = [];

    public function __construct(private readonly string $directory)
    {
    }

    public function load(): void
    {
        $values = [];
        foreach (glob("$this->directory/*.ini") as $file) {
            $read = @parse_ini_file($file, scanner_mode: INI_SCANNER_TYPED);
            if ($read === false) {
                throw new RuntimeException(basename($file) . ' is broken');
            }
            $values = $read + $values;
        }
        ksort($values);
        $this->values = $values;
    }

    public function reload(string $reason): void
    {
        try {
            $this->load();
            $this->reloaded++;
            echo "$reason: $this\n";
        } catch (RuntimeException $e) {
            $this->refused++;
            echo "$reason: {$e->getMessage()}, the former settings stay\n";
        }
    }

    public function get(string $name, mixed $default = null): mixed
    {
        return $this->values[$name] ?? $default;
    }

    public function __toString(): string
    {
        return http_build_query($this->values, arg_separator: ' ');
    }
}

final class Service
{
    public int $begun = 0;
    public int $finished = 0;
    private readonly Scope $scope;
    private readonly FileSystemWatcher $watcher;

    public function __construct(private readonly Settings $settings, string $directory)
    {
        $this->scope = new Scope();
        $this->watcher = new FileSystemWatcher($directory, debounceMs: 50, maxHoldMs: 1000, extensions: ['ini']);
    }

    /** Serves until SIGTERM or SIGINT. */
    public function run(): Signal
    {
        $ends = [signal(Signal::SIGTERM), signal(Signal::SIGINT)];
        $this->scope->spawn($this->follow_files(...));
        $this->scope->spawn($this->follow_hangups(...));
        for ($worker = 0; $worker < 3; $worker++) {
            $this->scope->spawn($this->work(...));
        }
        $signal = await_any_or_fail($ends);
        $this->watcher->close();
        $this->scope->cancel();
        $this->scope->awaitAfterCancellation(cancellation: timeout(5000));
        return $signal;
    }

    private function follow_files(): void
    {
        foreach ($this->watcher as $_) {
            $this->settings->reload('files');
        }
    }

    private function follow_hangups(): void
    {
        // A future hears one signal. One that comes before the next future is made must not end the process; that the
        // settings are read after that makes up for it.
        pcntl_signal(SIGHUP, SIG_IGN);
        $hangup = signal(Signal::SIGHUP);
        while (true) {
            await($hangup);
            $hangup = signal(Signal::SIGHUP);
            $this->settings->reload('SIGHUP');
        }
    }

    private function work(): void
    {
        while (true) {
            // A job sees the same settings from its beginning to its end, and is not cut off.
            protect(function (): void {
                $this->begun++;
                $settings = clone $this->settings;
                delay((int) $settings->get('pause', 2));
                $this->finished++;
            });
        }
    }
}

/** What administrators do, with a directory of its own: shows that the service follows. */
final class Demonstration
{
    public readonly string $directory;

    public function __construct()
    {
        $this->directory = sys_get_temp_dir() . '/config_reloader_' . bin2hex(random_bytes(6));
        mkdir($this->directory);
        $this->write('app.ini', "colour = red\nsize = 1\n");
    }

    public function run(Settings $settings): void
    {
        // As editors and deployments do it: the new file takes the place of the old one.
        $this->write('app.ini.new', "colour = green\nsize = 1\n");
        rename("$this->directory/app.ini.new", "$this->directory/app.ini");
        $this->until(fn(): bool => $settings->reloaded === 1);

        for ($i = 1; $i <= 20; $i++) {
            $this->write("extra$i.ini", "extra$i = $i\n");
            $i < 20 && unlink("$this->directory/extra$i.ini");
        }
        $this->until(fn(): bool => $settings->reloaded === 2);

        $this->write('app.ini', "colour = = blue\n");
        $this->until(fn(): bool => $settings->refused === 1);

        $this->write('app.ini', "colour = blue\n");
        $this->until(fn(): bool => $settings->reloaded === 3);

        exec('kill -HUP ' . getmypid());
        $this->until(fn(): bool => $settings->reloaded === 4);

        exec('kill -TERM ' . getmypid());
    }

    public function clean_up(): void
    {
        array_map(unlink(...), glob("$this->directory/*"));
        rmdir($this->directory);
    }

    private function write(string $name, string $content): void
    {
        file_put_contents("$this->directory/$name", $content);
    }

    private function until(Closure $done): void
    {
        while (!$done()) {
            delay(1);
        }
    }
}

$demonstration = isset($argv[1]) ? null : new Demonstration();
$directory = $argv[1] ?? $demonstration->directory;
if (!is_dir($directory)) {
    fwrite(STDERR, "usage: php config_reloader.php [DIRECTORY]\n");
    exit(2);
}
$settings = new Settings($directory);
$settings->load();
$service = new Service($settings, $directory);
printf("process %d: %s\n", getmypid(), $settings);
if ($demonstration) {
    spawn($demonstration->run(...), $settings);
}
$signal = $service->run();
$left = $service->begun - $service->finished;
printf("%s: %d times reloaded, %d times refused, %d jobs left unfinished\n", $signal->name, $settings->reloaded, $settings->refused, $left);
$demonstration?->clean_up();
exit($service->finished > 0 && $left === 0 && (!$demonstration || $settings->reloaded === 4) ? 0 : 1);
