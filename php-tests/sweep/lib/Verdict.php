<?php

declare(strict_types=1);

/*
 * Compares what came of two calls at once with the same two calls one after the other on stock PHP, in one order or the
 * other. Fields of a call: result, args (what is left of the arguments), object, exception, output, states (what functions
 * remember of their last call), warnings, operations (what the wrapper and callbacks were asked for, in order); of both:
 * files (of the wrapper), disk.
 */
final class Verdict
{
    private const ORDERS = ['forwards', 'backwards'];

    /** @return list<string> what differs; empty if nothing does */
    public static function of(Trial $trial, array $stock, array $together): array
    {
        foreach (['crash', 'hang', 'standstill', 'broken'] as $problem) {
            if (isset($stock[$problem])) {
                return ["stock PHP: $problem: $stock[$problem] " . ($stock['output'] ?? '')];
            }
        }
        foreach (['crash', 'hang', 'standstill', 'broken'] as $problem) {
            if (isset($together[$problem])) {
                return [trim("$problem: $together[$problem] " . ($together['output'] ?? ''))];
            }
        }
        $best = null;
        foreach (self::ORDERS as $order) {
            $differences = self::differences($trial, $stock[$order], $together['together']);
            if ($best === null || count($differences) < count($best)) {
                $best = $differences;
            }
        }
        if (isset($together['noise'])) {
            $best[] = "complaint: $together[noise]";
        }
        return $best;
    }

    /** @return list<string> */
    private static function differences(Trial $trial, array $stock, array $together): array
    {
        $differences = [];
        $compare = function (string $name, string $field, mixed $expected, mixed $found) use ($trial, &$differences): void {
            $ignored = $trial->ignores($field) || $field === 'operations' && $trial->isShared;
            if (!$ignored && $expected !== $found) {
                $differences[] = "$name: " . self::text($found) . "\n      alone: " . self::text($expected);
            }
        };
        foreach (['a', 'b'] as $side) {
            foreach ($stock[$side] as $field => $expected) {
                $compare("$side $field", $field, $expected, $together[$side][$field] ?? null);
            }
        }
        foreach (['files', 'disk'] as $field) {
            $compare($field, $field, $stock[$field], $together[$field]);
        }
        return $differences;
    }

    private static function text(mixed $value): string
    {
        $text = json_encode($value, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE);
        return strlen($text) > 700 ? mb_strcut($text, 0, 700) . '…' : $text;
    }
}
