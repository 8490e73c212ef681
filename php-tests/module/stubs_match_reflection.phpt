--TEST--
AP-1, AP-2: the files in stubs/ declare exactly what the extension offers
--DESCRIPTION--
Rules: AP-1, AP-2, MO-4
Order: independent

A copy of the stub files is evaluated below the namespace Stub and compared with the extension through reflection, in both
directions. The documentation of every declaration must name all its parameters and a rule of the specification.
--EXTENSIONS--
tokenizer
pdo
--FILE--
<?php
const PREFIX = 'Stub\\';

/** All stub files as one source; what others extend is in the first. */
function stubs(): string
{
    $first = realpath(__DIR__ . '/../../stubs/true_async.php');
    $others = array_diff(array_map(realpath(...), glob(dirname($first) . '/*.php')), [$first]);
    return implode('', array_map(
        fn(string $file) => $file === $first ? file_get_contents($file) : substr(file_get_contents($file), strlen('<?php')),
        [$first, ...$others]));
}

/** The stub files, as one, with all that they declare moved below the namespace Stub. */
function moved(string $source): string
{
    $tokens = PhpToken::tokenize($source);
    $result = '';
    $namespace = '';
    // Stock PHP lets no class of another name implement Throwable; the copy of Cancellation gets an interface like it.
    $own = ['\throwable' => true];
    for ($i = 0; $i < count($tokens); $i++) {
        if ($tokens[$i]->is([T_CLASS, T_INTERFACE, T_FUNCTION, T_NAMESPACE])) {
            for ($j = $i + 1; $tokens[$j]->is([T_WHITESPACE, '&']); $j++);
            $name = $tokens[$j]->is('{') ? '' : $tokens[$j]->text;
            if ($tokens[$i]->is(T_NAMESPACE)) {
                $namespace = $name === '' ? '' : "\\$name";
            } else {
                $own[strtolower("$namespace\\$name")] = true;
            }
        }
    }
    foreach ($tokens as $i => $token) {
        $isOwn = $token->is(T_NAME_FULLY_QUALIFIED) && isset($own[strtolower($token->text)]);
        $result .= $isOwn ? '\\Stub' . $token->text : $token->text;
        if ($token->is(T_NAMESPACE)) {
            $global = $tokens[$i + 1]->is('{') || $tokens[$i + 2]->is('{');
            $result .= $global ? ' Stub' : ' Stub\\';
            if (!$global) $tokens[$i + 1]->text = '';
        }
    }
    return $result;
}

/** The name without the prefix of the copy. */
function plain(?string $text): ?string
{
    return $text === null ? null : str_replace(PREFIX, '', $text);
}

function type(?ReflectionType $type): ?string
{
    if (!$type instanceof ReflectionUnionType) return plain($type === null ? null : (string) $type);
    $parts = array_map(strval(...), $type->getTypes());
    sort($parts);
    return plain(implode('|', $parts));
}

function describeParameter(ReflectionParameter $p): array
{
    $default = 'none';
    if ($p->isDefaultValueAvailable()) {
        $default = $p->isDefaultValueConstant() ? plain($p->getDefaultValueConstantName()) : var_export($p->getDefaultValue(), true);
    }
    return [
        'name' => $p->getName(),
        'type' => type($p->getType()),
        'default' => $default,
        'optional' => $p->isOptional(),
        'variadic' => $p->isVariadic(),
        'by reference' => $p->isPassedByReference(),
    ];
}

function describeFunction(ReflectionFunctionAbstract $f): array
{
    $parameters = [];
    foreach ($f->getParameters() as $p) {
        $parameters["parameter {$p->getPosition()}"] = describeParameter($p);
    }
    return [
        'name' => plain($f->getName()),
        'required parameters' => $f->getNumberOfRequiredParameters(),
        'return type' => type($f->getReturnType()),
        'tentative return type' => type($f->getTentativeReturnType()),
        'returns a reference' => $f->returnsReference(),
        'deprecated' => $f->isDeprecated(),
        'modifiers' => $f instanceof ReflectionMethod ? implode(' ', Reflection::getModifierNames($f->getModifiers())) : '',
        ...$parameters,
    ];
}

/** What the class itself declares; private properties do not matter. */
function describeClass(ReflectionClass $c): array
{
    $interfaces = array_map(plain(...), $c->getInterfaceNames());
    sort($interfaces);
    $result = [
        'name' => plain($c->getName()),
        'kind' => $c->isInterface() ? 'interface' : ($c->isEnum() ? 'enum' : ($c->isTrait() ? 'trait' : 'class')),
        'modifiers' => implode(' ', Reflection::getModifierNames($c->getModifiers())),
        'final' => $c->isFinal(),
        'parent' => plain(($c->getParentClass() ?: null)?->getName()),
        'interfaces' => $interfaces,
    ];
    foreach ($c->getMethods() as $m) {
        if ($m->class === $c->name) $result["method {$m->getName()}"] = describeFunction($m);
    }
    foreach ($c->getProperties() as $p) {
        if ($p->class !== $c->name || $p->isPrivate()) continue;
        $result["property \${$p->getName()}"] = [
            'modifiers' => implode(' ', Reflection::getModifierNames($p->getModifiers())),
            'type' => type($p->getType()),
            'default' => $p->hasDefaultValue() ? var_export($p->getDefaultValue(), true) : 'none',
        ];
    }
    foreach ($c->getReflectionConstants() as $k) {
        if ($k->class === $c->name && !$k->isPrivate()) $result["constant {$k->name}"] = plain(var_export($k->getValue(), true));
    }
    ksort($result);
    return $result;
}

/** Prints where two descriptions differ. */
function compare(string $what, array $stub, array $extension): void
{
    foreach ($stub + $extension as $key => $_) {
        $here = array_key_exists($key, $stub);
        if ($here !== array_key_exists($key, $extension)) {
            echo "$what, $key: only in the ", $here ? 'stub' : 'extension', "\n";
        } elseif (is_array($stub[$key])) {
            compare("$what, $key", $stub[$key], $extension[$key]);
        } elseif ($stub[$key] !== $extension[$key]) {
            echo "$what, $key: ", json_encode($stub[$key]), ' in the stub, ', json_encode($extension[$key]), " in the extension\n";
        }
    }
}

/** Public documentation names every parameter and at least one rule (or chapter) of the specification. */
function checkDocumentation(string $what, ReflectionFunctionAbstract|ReflectionClass|ReflectionProperty $of): void
{
    $text = (string) $of->getDocComment();
    if (!preg_match('/spec (?:core|primitives|threads) (?:chapter |section |[A-Z]{2}-)\d/i', $text))
        echo "$what: the documentation names no rule\n";
    if (!$of instanceof ReflectionFunctionAbstract) return;
    if (!($of instanceof ReflectionMethod && $of->isPrivate()) && !preg_match('/\b(Never suspends|May suspend|Suspends)\b/', $text))
        echo "$what: the documentation does not say whether it suspends\n";
    preg_match_all('/@param\s+\S+\s+(?:\.\.\.)?\$(\w+)\s+\S/', $text, $named);
    $names = array_map(fn($p) => $p->getName(), $of->getParameters());
    if ($named[1] !== $names) echo "$what: the documentation has the parameters [", implode(', ', $named[1]), "]\n";
}

eval('namespace Stub; interface Throwable extends \Stringable {}');

$before = ['function' => get_defined_functions()['user'],
    'class' => [...get_declared_classes(), ...get_declared_interfaces(), ...get_declared_traits()]];
$constants = get_defined_constants(true)['user'];
eval('?>' . moved(stubs()));
$stub = ['function' => [], 'class' => []];
foreach (array_diff(get_defined_functions()['user'], $before['function']) as $name) {
    $f = new ReflectionFunction($name);
    $stub['function'][strtolower(plain($f->getName()))] = $f;
}
foreach (array_diff([...get_declared_classes(), ...get_declared_interfaces(), ...get_declared_traits()], $before['class']) as $name) {
    $stub['class'][strtolower(plain($name))] = new ReflectionClass($name);
}

$module = new ReflectionExtension('true_async');
$extension = [
    'function' => array_combine(array_map(strtolower(...), array_keys($module->getFunctions())), $module->getFunctions()),
    'class' => array_combine(array_map(strtolower(...), $module->getClassNames()), $module->getClasses()),
];

// Of PHP's own classes the stub has only the methods and constants that the extension adds.
$added = array_filter($stub['class'], fn($c) => class_exists(plain($c->getName()), false)
    && (new ReflectionClass(plain($c->getName())))->getExtensionName() !== 'true_async'
    && !isset($extension['class'][strtolower(plain($c->getName()))]));
foreach ($added as $class) {
    foreach ($class->getMethods() as $m) {
        $what = plain($class->getName()) . "::{$m->getName()}";
        compare($what, describeFunction($m), describeFunction(new ReflectionMethod(plain($class->getName()), $m->getName())));
        checkDocumentation($what, $m);
    }
    foreach ($class->getReflectionConstants() as $k) {
        $what = plain($class->getName()) . "::$k->name";
        if (!defined($what)) echo "$what: only in the stub\n";
        if (!str_contains((string) $k->getDocComment(), 'Spec primitives')) echo "$what: the documentation names no rule\n";
    }
}
$stub['class'] = array_diff_key($stub['class'], $added);

foreach ($stub as $kind => $all) {
    foreach ($all + $extension[$kind] as $key => $one) {
        $what = "$kind " . plain($one->getName());
        if (!isset($stub[$kind][$key]) || !isset($extension[$kind][$key])) {
            echo "$what: only in the ", isset($stub[$kind][$key]) ? 'stub' : 'extension', "\n";
            continue;
        }
        $describe = $kind === 'class' ? describeClass(...) : describeFunction(...);
        compare($what, $describe($stub[$kind][$key]), $describe($extension[$kind][$key]));
    }
    foreach ($all as $one) {
        checkDocumentation("$kind " . plain($one->getName()), $one);
        if ($kind === 'function') continue;
        // Enumerations have methods and properties from PHP itself.
        $members = $one->isEnum() ? [] : [...$one->getMethods(), ...$one->getProperties()];
        foreach ($members as $member) {
            if ($member->class === $one->name) checkDocumentation(plain($one->getName()) . '::' . $member->getName(), $member);
        }
    }
}
compare('constants', array_diff_key(get_defined_constants(true)['user'], $constants), $module->getConstants());
// The setting names stand in the head of the file.
$head = strstr(file_get_contents(__DIR__ . '/../../stubs/true_async.php'), 'namespace {', true);
foreach (array_keys($module->getINIEntries()) as $setting) {
    if (!preg_match('/(?<![\w.])' . preg_quote($setting) . '(?![\w.]*\w)/', $head)) echo "INI setting $setting: not in the stub\n";
}
echo count($stub['function']) > 10 && count($stub['class']) > 15 ? "compared\n" : "too little was compared\n";
--EXPECT--
compared
