<?php

/*
 * Code that does not use the API: cached files are read. On its other side PHP runs without the extension (Bench::PLAIN). Argument: the
 * number of files.
 */

namespace Bench;

return function (string $side, int $count): array {
    $directory = sys_get_temp_dir() . '/bench-outside-' . getmypid();
    mkdir($directory);
    for ($i = 0; $i < $count; $i++) {
        file_put_contents($names[] = "$directory/$i", str_repeat('x', 1000));
    }
    $result = ['each_ns' => best_ns(400, $count, function () use ($names): void {
        foreach ($names as $name) {
            file_get_contents($name);
        }
    })];
    array_map(unlink(...), $names);
    rmdir($directory);
    return $result;
};
