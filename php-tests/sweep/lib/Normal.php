<?php

declare(strict_types=1);

/*
 * Values in a form that can be written as JSON and compared between two processes.
 */
final class Normal
{
    private const DEPTH = 5;
    private const LONG = 1500;
    /** The temporary directory of the run, which has another name in every process. */
    public static string $dir = '';
    /** @var array<class-string, Closure(object): mixed> what stands for an object */
    public static array $digests = [];

    public static function json(mixed $value): string
    {
        return json_encode(self::of($value), JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_PRESERVE_ZERO_FRACTION);
    }

    public static function text(string $text): string
    {
        // Servers are elsewhere in every process; classes, archives, keys and objects were made for one case.
        $text = preg_replace(['/Slow_[ab]_\d+/', '/archive\d+\./', '/ key 0x\w+/', '/object \d+$/', '/^127\.0\.0\.1:\d+$/'],
            ['Slow', 'archive.', ' key', 'object', 'server'], str_replace(self::$dir, '{dir}', $text)) ?? $text;
        if (!mb_check_encoding($text, 'UTF-8')) {
            $text = 'binary ' . strlen($text) . ' ' . md5($text) . ' ' . bin2hex(substr($text, 0, 24));
        }
        return strlen($text) > self::LONG ? mb_strcut($text, 0, self::LONG) . '… ' . strlen($text) . ' ' . md5($text) : $text;
    }

    public static function of(mixed $value, int $depth = 0): mixed
    {
        return match (true) {
            is_string($value) => self::text($value),
            is_float($value) => is_finite($value) ? round($value, 6) : (string) $value,
            is_array($value) => $depth >= self::DEPTH ? 'array' : self::members($value, $depth),
            is_resource($value) => self::resource($value, $depth),
            is_object($value) => $depth >= self::DEPTH ? $value::class : self::object($value, $depth),
            is_scalar($value), $value === null => $value,
            default => get_debug_type($value),
        };
    }

    private static function members(array $values, int $depth): array
    {
        $normal = [];
        foreach ($values as $key => $value) {
            // Names of private properties have zero bytes.
            $normal[is_string($key) ? self::text(strtr($key, "\0", ':')) : $key] = self::of($value, $depth + 1);
        }
        return $normal;
    }

    private static function resource($resource, int $depth): mixed
    {
        $type = get_resource_type($resource);
        if ($type !== 'stream') {
            return "resource($type)";
        }
        $about = stream_get_meta_data($resource);
        $about = array_intersect_key($about, array_flip(['stream_type', 'mode', 'uri', 'eof', 'timed_out']));
        $readable = $depth === 0 && in_array($about['stream_type'], ['user-space', 'STDIO', 'MEMORY', 'TEMP', 'ZLIB', 'BZip2'], true)
            && strpbrk($about['mode'], 'r+') && !str_starts_with($about['uri'] ?? 'php:', 'php:');
        if ($readable) {
            $about['position'] = ftell($resource);
            $about['rest'] = (string) @stream_get_contents($resource);
        }
        return ['resource' => $type] + self::members($about, $depth);
    }

    private static function object(object $object, int $depth): mixed
    {
        foreach (self::$digests as $class => $digest) {
            if ($object instanceof $class) {
                return ['class' => $object::class, 'is' => self::of($digest($object), $depth + 1)];
            }
        }
        return ['class' => $object::class] + self::members((array) $object, $depth);
    }
}
