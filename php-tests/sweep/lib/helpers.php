<?php

declare(strict_types=1);

/*
 * What recipes of several extensions need: contents of files in well-known formats, filters, classes that come slowly.
 */

/** Source code. */
function code(Side $s): string
{
    return "<?php\n// of $s->name\nfunction f_$s->name(\$x) {\n    return \"{$s->word()} \$x\"; /* {$s->text(2)} */\n}\n"
        . str_repeat("echo f_$s->name({$s->number()});\n", 8) . "?>\n{$s->text(3)}";
}

/** Settings. */
function ini(Side $s): string
{
    $ini = '';
    foreach ($s->values() as $n => $section) {
        $ini .= "[$section]\nname_$s->name = \"{$s->word()}\"\nnumber[] = $n\n"
            . "number[] = {$s->number()}\n; {$s->text(1)}path = \${HOME_$s->name}\n";
    }
    return $ini;
}

/** A picture, as a file's content. */
function image(Side $s, string $format): string
{
    $all = require __DIR__ . '/../data/images.php';
    return base64_decode($all[$format][$s->n] ?? throw new RuntimeException("no picture in $format"));
}

function iptc(string $text): string
{
    return chr(0x1c) . chr(2) . chr(120) . pack('n', strlen($text)) . $text;
}

function xml(Side $s): string
{
    $items = '';
    foreach ($s->values() as $n => $value) {
        $items .= "  <item n=\"$n\" of=\"$s->name\">$value &amp; {$s->word()}</item>\n";
    }
    return "<?xml version=\"1.0\"?>\n<!-- {$s->name} -->\n<list name=\"$s->name\">\n$items</list>\n";
}

function html(Side $s): string
{
    return "<!DOCTYPE html>\n<html><head><title>{$s->word()}</title></head><body><p id='x'>{$s->text(3)}</p><ul><li>"
        . implode('</li><li>', $s->values()) . '</li></ul></body></html>';
}

/** A stream with a filter of PHP code that suspends. */
function filtered(Side $s)
{
    return $s->once(function () use ($s) {
        $stream = fopen($s->file(), 'r');
        stream_filter_append($stream, SlowFilter::NAME, STREAM_FILTER_READ);
        return $stream;
    });
}

/** A filter that turns letters upside down, slowly. */
final class SlowFilter extends php_user_filter
{
    public const NAME = 'sweep.slow';

    public function filter($in, $out, &$consumed, bool $closing): int
    {
        while ($bucket = stream_bucket_make_writeable($in)) {
            Files::operation('filter', $bucket->data);
            $bucket->data = strtoupper($bucket->data);
            $consumed += $bucket->datalen;
            stream_bucket_append($out, $bucket);
        }
        if ($closing) {
            Files::operation('filter closes');
        }
        return PSFS_PASS_ON;
    }

    public function onCreate(): bool
    {
        Files::operation('filter is made');
        return true;
    }

    public function onClose(): void
    {
        Files::operation('filter is closed');
    }
}

stream_filter_register(SlowFilter::NAME, SlowFilter::class);

/** The name of a class that an autoloader brings when it is asked for, slowly; a new one for every case. */
function slow_class(Side $s): string
{
    static $number = 0, $registered = false;
    if (!$registered) {
        $registered = true;
        spl_autoload_register(function (string $class): void {
            if (str_starts_with($class, 'Slow_')) {
                Inside::pause();
                class_exists($class, false) || eval("class $class extends ArrayObject { public \$$class = '$class'; }");
                Inside::pause();
            }
        });
    }
    return $s->once(function () use (&$number, $s) {
        return "Slow_{$s->name}_" . $number++;
    });
}

/** A connection to the peer (peer.php), which has been told what is wanted of it. */
function ask_peer(string $question)
{
    static $kept = [];
    $stream = stream_socket_client('tcp://127.0.0.1:' . Servers::port('peer'), $code, $message, 2);
    fwrite($stream, "$question\n");
    if (str_starts_with($question, 'call')) {
        $kept[] = $stream;
    }
    return $stream;
}

function port_of($listener): int
{
    return (int) substr(strrchr(stream_socket_get_name($listener, false), ':'), 1);
}

/** A socket for datagrams, to which the peer will send back what it was sent. */
function datagrams(string $text)
{
    $socket = stream_socket_client('udp://127.0.0.1:' . Servers::port('peer'));
    fwrite($socket, $text);
    return $socket;
}

/** Whose certificate the peer has is not the question. */
const TRUSTING = ['ssl' => ['verify_peer' => false, 'verify_peer_name' => false, 'allow_self_signed' => true]];

function trusting()
{
    return stream_context_create(TRUSTING);
}

/** A stream to the peer, before its handshake or after. */
function tls_stream(Side $s, bool $greeted = false)
{
    return $s->once(function () use ($s, $greeted) {
        $stream = ask_peer("tls $s->name");
        stream_context_set_option($stream, TRUSTING);
        $greeted && stream_socket_enable_crypto($stream, true, STREAM_CRYPTO_METHOD_TLS_CLIENT);
        return $stream;
    });
}

/** A key of System V that no other process uses. What is made under it goes with the process. */
function new_key(): int
{
    static $number = 0;
    $key = 0x10000000 + (getmypid() & 0xfffff) * 256 + $number++ % 256;
    register_shutdown_function(function () use ($key) {
        function_exists('msg_queue_exists') && msg_queue_exists($key) && msg_remove_queue(msg_get_queue($key));
        function_exists('sem_get') && @sem_remove(sem_get($key));
    });
    return $key;
}

/** A new queue, or the key of one that is given. */
function new_queue(?SysvMessageQueue $queue = null): SysvMessageQueue|int
{
    static $keys = null;
    $keys ??= new WeakMap();
    if ($queue === null) {
        $queue = msg_get_queue($key = new_key());
        $keys[$queue] = $key;
        return $queue;
    }
    return $keys[$queue];
}

/** The path of a socket with no room for a further connection until the peer has accepted some. */
function crowded(Side $s): string
{
    @unlink($path = $s->realPath("socket_$s->name"));
    $peer = ask_peer("crowd $path");
    fgets($peer);
    return $path;
}

/** The path of a new directory of the file system. */
function new_directory(string $path): string
{
    mkdir($path);
    return $path;
}

/** A stream, made to wait. */
function waiting($stream)
{
    stream_set_blocking($stream, true);
    return $stream;
}

/**
 * Recipes for methods of a class, or for functions, with arguments by the names of parameters: those that must be given, and
 * those of which a value is known.
 *
 * @param iterable<ReflectionFunctionAbstract> $functions
 * @param array<string, Closure(Side): mixed>  $values by name
 */
function recipes_by_names(iterable $functions, array $values, array $common = []): array
{
    $recipes = [];
    foreach ($functions as $function) {
        if ($function instanceof ReflectionMethod && ($function->isConstructor() || $function->isDestructor())) {
            continue;
        }
        $count = 0;
        foreach ($function->getParameters() as $place => $parameter) {
            if (!$parameter->isOptional() || isset($values[$parameter->name])) {
                $count = $place + 1;
            }
        }
        $parameters = array_slice($function->getParameters(), 0, $count);
        $value = fn(ReflectionParameter $parameter, Side $s) => match (true) {
            isset($values[$parameter->name]) => $values[$parameter->name]($s),
            $parameter->isDefaultValueAvailable() => $parameter->getDefaultValue(),
            default => match (ltrim((string) $parameter->getType(), '?')) {
                'array' => $s->values(),
                'int' => $s->number(),
                'bool' => true,
                default => $s->word(),
            },
        };
        $id = $function instanceof ReflectionMethod ? "$function->class::$function->name" : $function->name;
        $recipes[$id] = $common + ['args' => fn(Side $s) => array_map(fn($parameter) => $value($parameter, $s), $parameters)];
    }
    return $recipes;
}

/** @return list<ReflectionMethod> a class's own public methods */
function own_methods(string $class): array
{
    return array_filter((new ReflectionClass($class))->getMethods(ReflectionMethod::IS_PUBLIC), fn($method) => $method->class === $class);
}

/** @return list<ReflectionFunction> */
function functions_of(string $extension, string $prefix): array
{
    return array_filter((new ReflectionExtension($extension))->getFunctions(), fn($function) => str_starts_with($function->name, $prefix));
}
