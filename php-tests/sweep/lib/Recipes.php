<?php

declare(strict_types=1);

/*
 * How to call what the sweep is about: recipes by function (functions/*.php) and by class of the object (objects/*.php),
 * and values by name and type of a parameter (values.php) for what has no recipe of its own.
 *
 *     'fgetcsv' => fn(Side $s) => [$s->stream("a,b\n1,2\n")],          the arguments
 *     'touch' => ['args' => …, 'ignore' => ['files']],                  and more:
 *
 *   args    Closure(Side, ?object $object): list of arguments
 *   object  Closure(Side): the object of a method, if not that of its class
 *   call    Closure(Side, array &$args, ?object $object): instead of the call itself, for what has to be around it
 *   result  Closure($result, array $args, ?object $object, Side): what is compared instead of the result
 *   ignore  fields that differ for a reason, see class Verdict
 *   shared  whether a second case has both sides use one stream, connection or object (default: when it takes one)
 *   own     false if there is only the shared case; a variant with a name is either
 *   piece   bytes of one read of the wrapper
 *   pieces  whether the result is what one call moves of a stream of bytes: under a seed it is not compared
 *   server  name of the server it needs besides those of its extension (class Servers), or a list
 *   extension  name of another extension that it needs; where that is missing there is no such case
 *   before  Closure(): what both calls need
 *
 * A key with a variant behind a # is a further case: 'fread#pipe'.
 */
final class Recipes
{
    /** @var array<string, array> by id, with variant */
    private array $functions = [];
    /** @var array<string, Closure(Side): object> by class */
    private array $objects = [];
    private array $values;
    private array $kinds;

    public function __construct()
    {
        $directory = dirname(__DIR__);
        // Files of recipes have variables of their own.
        $read = static fn(string $file) => require $file;
        foreach (glob("$directory/functions/*.php") as $file) {
            foreach ($read($file) as $ids => $recipe) {
                foreach (preg_split('/[ ,]+/', $ids) as $id) {
                    $this->functions[$id] = $recipe instanceof Closure ? ['args' => $recipe] : $recipe;
                }
            }
        }
        foreach (glob("$directory/objects/*.php") as $file) {
            $this->objects += $read($file);
        }
        $this->values = require "$directory/values.php";
        $this->kinds = require "$directory/kinds.php";
    }

    /** @return list<string> names of recipes and classes, to find those that no function has any more */
    public function names(): array
    {
        return array_keys($this->functions);
    }

    public function has(string $id): bool
    {
        return isset($this->functions[$id]);
    }

    /**
     * The cases of a function.
     *
     * @return list<Trial>
     */
    public function trials(Target $target): array
    {
        $trials = [];
        foreach ($this->functions as $key => $recipe) {
            [$id, $variant] = explode('#', "$key#own");
            if ($id === $target->id && $variant !== 'own' && extension_loaded($recipe['extension'] ?? 'core')) {
                $trials[] = new Trial($target, $variant, $recipe, $recipe['shared'] ?? false);
            }
        }
        $recipe = $this->functions[$target->id] ?? $this->automatic($target);
        if ($recipe === null) {
            return $trials;
        }
        if ($recipe['own'] ?? true) {
            array_unshift($trials, new Trial($target, 'own', $recipe, false));
        }
        if ($recipe['shared'] ?? $this->sharesByDefault($target)) {
            $trials[] = new Trial($target, 'shared', $recipe, true);
        }
        return $trials;
    }

    private function sharesByDefault(Target $target): bool
    {
        if ($target->class !== null && !$target->isStatic() && !$target->isConstructor()) {
            return (bool) array_intersect(['stream', 'connection'], $target->kinds);
        }
        $first = $target->reflection->getParameters()[0] ?? null;
        $type = $first?->getType();
        return $first !== null && !($type instanceof ReflectionNamedType && $type->isBuiltin())
            && in_array(Target::kindOf($target->id, $first, $this->kinds), ['stream', 'connection'], true);
    }

    /** Arguments by name and type of the parameters; null if one of them is unknown. */
    private function automatic(Target $target): ?array
    {
        if ($target->class !== null && !$target->isStatic() && !$target->isConstructor() && $this->objectOf($target->class) === null) {
            return null;
        }
        $makers = [];
        $count = 0;
        foreach ($target->reflection->getParameters() as $place => $parameter) {
            $kind = Target::kindOf($target->id, $parameter, $this->kinds);
            if (!$parameter->isVariadic() && (!$parameter->isOptional() || in_array($kind, ['path', 'stream', 'callback'], true))) {
                $count = $place + 1;
            }
        }
        foreach (array_slice($target->reflection->getParameters(), 0, $count) as $parameter) {
            $maker = $this->valueOf($parameter);
            if ($maker === null) {
                return null;
            }
            $makers[] = $maker;
        }
        return ['args' => fn(Side $s) => array_map(fn(Closure $maker) => $maker($s), $makers)];
    }

    private function valueOf(ReflectionParameter $parameter): ?Closure
    {
        $type = (string) $parameter->getType();
        $active = Target::kindOf('', $parameter, $this->kinds) !== null;
        foreach (["$parameter->name:" . ltrim($type, '?'), $parameter->name] as $name) {
            if (isset($this->values['names'][$name])) {
                return $this->values['names'][$name];
            }
        }
        if ($parameter->isOptional() && !$active && $parameter->isDefaultValueAvailable()) {
            $value = $parameter->getDefaultValue();
            return fn() => $value;
        }
        foreach (preg_split('/[|]/', ltrim($type, '?')) as $part) {
            if (isset($this->values['types'][$part])) {
                return $this->values['types'][$part];
            }
            if ($object = $this->objectOf($part)) {
                return fn(Side $s) => $s->once(fn() => $object($s));
            }
        }
        return null;
    }

    /** What makes an object of a class, or of a class that inherits its methods. */
    public function objectOf(string $class): ?Closure
    {
        return $this->objects[$class] ?? null;
    }
}

/** A case: a function and a way to call it. */
final class Trial
{
    /** A seed decides how much of a stream of bytes one call moves. */
    public static bool $isSeeded = false;
    public readonly string $id;

    public function __construct(
        public readonly Target $target,
        string $variant,
        public readonly array $recipe,
        public readonly bool $isShared,
    ) {
        $this->id = "$target->id#$variant";
    }

    /** @return list<string> names of servers */
    public function servers(): array
    {
        return [...(array) ($this->recipe['server'] ?? []), ...(array) (Servers::OF_EXTENSION[$this->target->extension] ?? [])];
    }

    public function ignores(string $field): bool
    {
        $pieces = $this->recipe['pieces'] ?? [];
        return self::$isSeeded && in_array($field, $pieces === true ? ['result', 'args', 'operations'] : $pieces, true)
            || in_array($field, $this->recipe['ignore'] ?? [], true);
    }
}
