<?php

declare(strict_types=1);

/*
 * The internal functions and methods that the sweep is about: those that take a path, a stream, a callback or a
 * connection, as reflection and the data of kinds.php tell.
 */
final class Target
{
    /**
     * @param string $id     `fgets`, `SplFileObject::fgets`
     * @param list<string> $kinds  of path, stream, callback, connection: what can make it wait
     */
    private function __construct(
        public readonly string $id,
        public readonly string $extension,
        public readonly array $kinds,
        public readonly ReflectionFunctionAbstract $reflection,
        public readonly ?string $class = null,
    ) {
    }

    public function isConstructor(): bool
    {
        return $this->reflection instanceof ReflectionMethod && $this->reflection->isConstructor();
    }

    public function isStatic(): bool
    {
        return $this->reflection instanceof ReflectionMethod && $this->reflection->isStatic();
    }

    /** @return array<string, Target> by id */
    public static function all(): array
    {
        $rules = require __DIR__ . '/../kinds.php';
        $targets = [];
        foreach (get_defined_functions()['internal'] as $name) {
            $function = new ReflectionFunction($name);
            self::add($targets, new self($function->name, strtolower((string) $function->getExtensionName()),
                self::kinds($function->name, $function, $rules, []), $function));
        }
        foreach ([...get_declared_classes(), ...get_declared_traits()] as $class) {
            $reflection = new ReflectionClass($class);
            if (!$reflection->isInternal()) {
                continue;
            }
            $own = [];
            foreach ($rules['objects'] as $kind => $classes) {
                if (self::isOneOf($reflection, $classes)) {
                    $own[] = $kind;
                }
            }
            foreach ($reflection->getMethods(ReflectionMethod::IS_PUBLIC) as $method) {
                if ($method->class === $class && !$method->isAbstract() && $method->isInternal()) {
                    $id = "$class::$method->name";
                    self::add($targets, new self($id, strtolower((string) $reflection->getExtensionName()),
                        self::kinds($id, $method, $rules, $own), $method, $class));
                }
            }
        }
        return $targets;
    }

    private static function add(array &$targets, self $target): void
    {
        if ($target->kinds && !in_array($target->extension, ['true_async', 'async_abi_test'], true)) {
            $targets[$target->id] = $target;
        }
    }

    private static function isOneOf(ReflectionClass $class, array $names): bool
    {
        foreach ($names as $name) {
            if ($class->name === $name || is_subclass_of($class->name, $name)) {
                return true;
            }
        }
        return false;
    }

    /** @return list<string> */
    private static function kinds(string $id, ReflectionFunctionAbstract $function, array $rules, array $kinds): array
    {
        if (in_array($id, $rules['none'], true)) {
            return [];
        }
        foreach ($function->getParameters() as $parameter) {
            $kinds[] = self::kindOf($id, $parameter, $rules);
        }
        return array_values(array_unique(array_filter([...$kinds, ...$rules['also'][$id] ?? []])));
    }

    public static function kindOf(string $id, ReflectionParameter $parameter, ?array $rules = null): ?string
    {
        $rules ??= require __DIR__ . '/../kinds.php';
        $type = strtr(ltrim((string) $parameter->getType(), '?'), ['string|null' => 'string', '|null' => '']);
        $name = $parameter->name;
        if (in_array("$id.$name", $rules['none'], true)) {
            return null;
        }
        foreach ($rules['parameters'] as $kind => $names) {
            if (in_array("$name:$type", $names, true) || in_array($name, $names, true) && in_array($type, ['', 'string'], true)) {
                return $kind;
            }
        }
        foreach ($rules['types'] as $kind => $types) {
            foreach (preg_split('/[|&]/', $type) as $part) {
                if (in_array($part, $types, true)) {
                    return $kind;
                }
            }
        }
        return null;
    }
}
