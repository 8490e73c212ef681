<?php

declare(strict_types=1);

/** A progress bar on standard error; nothing at all if that is no terminal. */
final class Progress
{
    private const WIDTH = 40;

    private int $done = 0;
    private readonly bool $visible;

    public function __construct(private readonly string $title, private readonly int $total)
    {
        $this->visible = stream_isatty(STDERR);
        $this->draw();
    }

    public function step(): void
    {
        $this->done++;
        $this->draw();
    }

    public function finish(): void
    {
        if ($this->visible) {
            fwrite(STDERR, "\r\e[K");
        }
    }

    private function draw(): void
    {
        if (!$this->visible) {
            return;
        }
        $filled = intdiv(self::WIDTH * $this->done, $this->total);
        fwrite(STDERR, sprintf(
            "\r%-34s [%s%s] %3d/%d",
            $this->title,
            str_repeat('#', $filled),
            str_repeat('.', self::WIDTH - $filled),
            $this->done,
            $this->total,
        ));
    }
}
