<?php

declare(strict_types=1);

/*
 * Knows which of the two calls of a case are under way, and suspends them. What the wrapper and the callbacks of a case
 * do goes through pause(); in the stock run it does nothing.
 */
final class Inside
{
    /** Whether the two calls run in two coroutines at once. */
    public static bool $async = false;
    /** Both were suspended inside at the same moment. */
    public static bool $reached = false;
    /** One of them was suspended inside. */
    public static bool $suspended = false;
    /** @var array<string, int> why suspending was refused, how often */
    public static array $refused = [];
    /** How often a call lets others go first until the other call has begun. */
    private const TRIES = 30;
    /** @var array<string, true> the sides whose calls are under way */
    private static array $in = [];
    /** @var array<string, true> the sides whose calls have ended */
    private static array $done = [];
    /** @var array<string, true> the sides that have paused in this call */
    private static array $paused = [];
    /** @var array<int, string> sides by coroutine */
    private static array $sides = [];
    private static ?string $only = null;

    public static function reset(bool $async): void
    {
        self::$async = $async;
        self::$reached = self::$suspended = false;
        self::$refused = self::$in = self::$done = self::$paused = self::$sides = [];
        self::$only = null;
    }

    public static function enter(string $side): void
    {
        if (self::$async) {
            self::$sides[spl_object_id(Async\current_coroutine())] = $side;
        } else {
            self::$only = $side;
        }
        self::$in[$side] = true;
    }

    public static function leave(string $side): void
    {
        self::$only = null;
        self::$done[$side] = true;
        unset(self::$in[$side]);
    }

    /** The side whose call the running code is in, if any. */
    public static function side(): ?string
    {
        if (!self::$async) {
            return self::$only;
        }
        if (!self::$in) {
            return null;
        }
        $side = self::$sides[spl_object_id(Async\current_coroutine())] ?? null;
        return isset(self::$in[$side ?? '']) ? $side : null;
    }

    /** Whether both calls are under way: asked by a third coroutine, so both are suspended. */
    public static function look(): bool
    {
        self::$suspended = self::$suspended || self::$in;
        return self::$reached = self::$reached || count(self::$in) === 2;
    }

    /** Lets the other call go on. The first time in a call until that one has begun as well. */
    public static function pause(): void
    {
        if (!self::$async || ($side = self::side()) === null) {
            return;
        }
        $other = $side === 'a' ? 'b' : 'a';
        $tries = isset(self::$paused[$side]) ? 1 : self::TRIES;
        self::$paused[$side] = true;
        try {
            do {
                Async\suspend();
                self::$suspended = true;
                self::$reached = self::$reached || isset(self::$in[$other]);
            } while (--$tries > 0 && !isset(self::$in[$other]) && !isset(self::$done[$other]));
        } catch (Async\AsyncException $e) {
            self::$refused[$e->getMessage()] = 1 + (self::$refused[$e->getMessage()] ?? 0);
        }
    }
}
