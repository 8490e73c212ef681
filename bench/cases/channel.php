<?php

/*
 * Values through channels, beside a Fiber's resume() and suspend(). Without a capacity: two coroutines send each other one
 * value in turn, each over a channel of its own, so every message is a switch. With one: a producer fills the buffer, a
 * consumer empties it.
 */

namespace Bench;

use Async\Channel;

use function Async\await;
use function Async\spawn;

return function (string $side, int $capacity): array {
    $messages = 400_000;

    // As many Fibers as there are coroutines, which take turns.
    $fiber = function () use ($messages): void {
        $fibers = [];
        for ($i = 0; $i < 2; $i++) {
            $fibers[] = $fiber = new \Fiber(static function (): void {
                while (true) {
                    \Fiber::suspend();
                }
            });
            $fiber->start();
        }
        [$one, $two] = $fibers;
        for ($i = 0; $i < $messages; $i += 2) {
            $one->resume();
            $two->resume();
        }
    };

    $ping_pong = function () use ($messages): void {
        $there = new Channel();
        $back = new Channel();
        $echo = spawn(static function () use ($there, $back, $messages): void {
            for ($i = 0; $i < $messages; $i += 2) {
                $back->send($there->recv());
            }
        });
        $caller = spawn(static function () use ($there, $back, $messages): void {
            for ($i = 0; $i < $messages; $i += 2) {
                $there->send($i);
                $back->recv();
            }
        });
        await($echo);
        await($caller);
    };

    $one_way = function () use ($messages, $capacity): void {
        $channel = new Channel($capacity);
        $producer = spawn(static function () use ($channel, $messages): void {
            for ($i = 0; $i < $messages; $i++) {
                $channel->send($i);
            }
        });
        $consumer = spawn(static function () use ($channel, $messages): void {
            for ($i = 0; $i < $messages; $i++) {
                $channel->recv();
            }
        });
        await($producer);
        await($consumer);
    };

    return ['ns' => best_ns(5, $messages, match (true) {
        $side === 'fiber' => $fiber,
        $capacity === 0 => $ping_pong,
        default => $one_way,
    })];
};
