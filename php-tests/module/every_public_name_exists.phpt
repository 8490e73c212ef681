--TEST--
Every function, class, interface and enum that the specification declares exists, with its methods, parameters and cases
--DESCRIPTION--
Rules: AP-1, AP-2, MO-4, CM-1
Order: independent

Reads the declarations from chapter 2 of docs/spec/core.md and from docs/spec/primitives.md and compares each with reflection.
Not there yet: threads (a document of their own) and the pool of PDO.
--FILE--
<?php
/** The PHP blocks of a document that begin with a declaration, without comments. */
function declarations(string $text): array
{
    preg_match_all('/^```php\n(.*?)^```/ms', $text, $blocks);
    $blocks = array_map(fn(string $block) => trim(preg_replace('~//[^\n]*|/\*.*?\*/~s', '', $block)), $blocks[1]);
    return array_filter($blocks, fn(string $block) => preg_match('/^(final |readonly )*(class|interface|enum|function) /', $block));
}

/** One spelling of types: no namespace, sorted unions. */
function type(string $type): string
{
    $type = str_replace(['Async\\', '\\'], '', trim($type));
    if (str_ends_with($type, '|null') && substr_count($type, '|') === 1) $type = '?' . substr($type, 0, -5);
    $parts = explode('|', $type);
    sort($parts);
    return implode('|', $parts);
}

/** Parameters as `type $name = default`, whichever way the document sets them. */
function parameters(string $list): array
{
    $result = [];
    foreach (preg_split('/,\s*/', trim($list), -1, PREG_SPLIT_NO_EMPTY) as $parameter) {
        preg_match('/^(\S+)\s+(\.\.\.)?\$(\w+)(?:\s*=\s*(.*))?$/s', trim($parameter), $m);
        $result[] = type($m[1]) . ' ' . $m[2] . "\$$m[3]" . (isset($m[4]) ? ' = ' . strtolower(trim($m[4])) : '');
    }
    return $result;
}

function reflected(ReflectionFunctionAbstract $f): string
{
    $parameters = array_map(function (ReflectionParameter $p): string {
        $text = type((string) $p->getType()) . ' ' . ($p->isVariadic() ? '...' : '') . '$' . $p->getName();
        if ($p->isOptional() && !$p->isVariadic()) {
            $default = $p->isDefaultValueConstant() ? $p->getDefaultValueConstantName() : $p->getDefaultValue();
            $text .= ' = ' . strtolower($default === [] ? '[]' : ($p->isDefaultValueConstant() ? $default : var_export($default, true)));
        }
        return $text;
    }, $f->getParameters());
    $type = $f->getReturnType();
    return '(' . implode(', ', $parameters) . ')' . ($type === null ? '' : ': ' . type((string) $type));
}

const SIGNATURE = '/(public|private)?\s*(static )?function (\w+)\(((?:[^()]|\(\))*)\)\s*(?::\s*([^;{]+))?\s*[;{]/s';

function compare(string $what, ReflectionFunctionAbstract $f, array $m): void
{
    $documented = '(' . implode(', ', parameters($m[4])) . ')' . (isset($m[5]) ? ': ' . type($m[5]) : '');
    if ($documented !== reflected($f)) echo "$what: documented $documented, is ", reflected($f), "\n";
}

$seen = ['function' => 0, 'class' => 0, 'method' => 0, 'case' => 0];
function checkClass(string $head, string $body): void
{
    global $seen;
    preg_match('/^((?:final |readonly )*)(class|interface|enum) (\w+)(?:: (\w+))?(?: extends ([\w\\\\]+))?(?: implements (.+))?$/s',
        $head, $m);
    [, $flags, $kind, $name] = $m;
    $class = "Async\\$name";
    if (!class_exists($class, false) && !interface_exists($class, false)) {
        echo "$kind $name does not exist\n";
        return;
    }
    $seen['class']++;
    $r = new ReflectionClass($class);
    if ($kind === 'class' && str_contains($flags, 'final') !== $r->isFinal()) echo "$name: final differs\n";
    if ($r->isInterface() !== ($kind === 'interface') || $r->isEnum() !== ($kind === 'enum')) echo "$name: is no $kind\n";
    foreach (array_filter([$m[5] ?? '', ...explode(',', $m[6] ?? '')]) as $parent) {
        $parent = trim($parent);
        $parent = $parent[0] === '\\' ? substr($parent, 1) : "Async\\$parent";
        if (!is_subclass_of($class, $parent)) echo "$name is no $parent\n";
    }
    preg_match_all(SIGNATURE, $body, $methods, PREG_SET_ORDER | PREG_UNMATCHED_AS_NULL);
    foreach ($methods as $method) {
        $seen['method']++;
        if (!$r->hasMethod($method[3])) {
            echo "$name::$method[3]() does not exist\n";
            continue;
        }
        $of = $r->getMethod($method[3]);
        compare("$name::$method[3]()", $of, $method);
        if ($of->isStatic() !== ($method[2] !== null) || $of->isPrivate() !== ($method[1] === 'private'))
            echo "$name::$method[3](): modifiers\n";
    }
    preg_match_all('/case (\w+)\s*(?:=\s*([^;]+))?;/', $body, $cases, PREG_SET_ORDER);
    foreach ($cases as $case) {
        $seen['case']++;
        if (!$r->hasConstant($case[1])) {
            echo "$name::$case[1] does not exist\n";
        } elseif (isset($case[2]) && var_export($r->getConstant($case[1])->value, true) !== trim($case[2])) {
            echo "$name::$case[1] has another value\n";
        }
    }
    preg_match_all('/public (?:readonly )?(\??\w+) (\$[^;]+);/', preg_replace(SIGNATURE, '', $body), $properties, PREG_SET_ORDER);
    foreach ($properties as $property) {
        foreach (preg_split('/,\s*/', $property[2]) as $one) {
            $one = ltrim(trim($one), '$');
            if (!$r->hasProperty($one)) echo "$name::\$$one does not exist\n";
            elseif (type((string) $r->getProperty($one)->getType()) !== type($property[1])) echo "$name::\$$one has another type\n";
        }
    }
}

$spec = __DIR__ . '/../../docs/spec/';
preg_match('/^## 2\. .*?(?=^## 3\. )/ms', file_get_contents($spec . 'core.md'), $surface);
foreach ([...declarations($surface[0]), ...declarations(file_get_contents($spec . 'primitives.md'))] as $block) {
    // Classes with their bodies; what is left are functions.
    $rest = preg_replace_callback('/^((?:final |readonly )*(?:class|interface|enum) [^{]+?)\s*\{(.*?)\}[ \t]*$/ms',
        function (array $m): string {
        checkClass($m[1], $m[2]);
        return '';
    }, $block);
    preg_match_all(SIGNATURE, $rest, $functions, PREG_SET_ORDER | PREG_UNMATCHED_AS_NULL);
    foreach ($functions as $function) {
        $seen['function']++;
        if (function_exists("Async\\$function[3]")) {
            compare("$function[3]()", new ReflectionFunction("Async\\$function[3]"), $function);
        } else {
            echo "function $function[3]() does not exist\n";
        }
    }
}
// Exception classes and parents, from the tables.
foreach (['AsyncCancellation' => 'Cancellation', 'OperationCanceledException' => 'Async\AsyncCancellation', 'AsyncException' => 'Exception',
    'TimeoutException' => 'Exception', 'ChannelException' => 'Async\AsyncException', 'PoolException' => 'Async\AsyncException',
    'ServiceUnavailableException' => 'Async\AsyncException', 'CompositeException' => 'Exception', 'InputOutputException' => 'Exception',
    'DeadlockError' => 'Error', 'DnsException' => 'Exception', 'PollException' => 'Exception'] as $class => $parent) {
    if (!class_exists("Async\\$class", false)) echo "class $class does not exist\n";
    elseif (get_parent_class("Async\\$class") !== $parent) echo "$class extends something else\n";
}
echo $seen['function'] >= 25 && $seen['class'] >= 25 && $seen['method'] > 120
    && $seen['case'] > 20 ? "compared\n" : json_encode($seen) . "\n";
?>
--EXPECT--
compared
