--TEST--
The circuit breaker: any state can be set from any other; only INACTIVE refuses service, and wakes nothing
--DESCRIPTION--
Rules: CB-1, CB-2, PO-6, CM-1
Order: independent
--FILE--
<?php
use Async\{Pool, CircuitBreaker, CircuitBreakerState, ServiceUnavailableException, AsyncException};

$pool = new Pool(fn() => 'r', min: 1, max: 2);
var_dump($pool->getState() === CircuitBreakerState::ACTIVE, $pool instanceof CircuitBreaker);
foreach (['deactivate', 'activate', 'recover', 'recover', 'deactivate', 'deactivate', 'recover', 'activate'] as $method) {
    $result = $pool->$method();
    $got = [];
    foreach (['acquire', 'tryAcquire'] as $take) {
        try {
            $got[] = $pool->$take() ?? 'null';
        } catch (ServiceUnavailableException $e) {
            $got[] = get_class($e) . ' "' . $e->getMessage() . '"';
            $e instanceof AsyncException || print("no AsyncException\n");
        }
    }
    echo "$method: ", $pool->getState()->name, ', ', implode(', ', $got), ", {$pool->count()} in all\n";
    foreach ($got as $r) if ($r === 'r') $pool->release($r);
}
var_dump($result);
$r = $pool->acquire();
$pool->deactivate();
$pool->release($r);
var_dump($pool->idleCount());
$pool->close();
try {
    $pool->acquire();
} catch (AsyncException $e) {
    echo get_class($e), "\n";
}
var_dump($pool->getState());

echo json_encode(array_column(CircuitBreakerState::cases(), 'name')), "\n";
var_dump((new ReflectionEnum(CircuitBreakerState::class))->isBacked(), (new ReflectionEnum(CircuitBreakerState::class))->isFinal());
--EXPECT--
bool(true)
bool(true)
deactivate: INACTIVE, Async\ServiceUnavailableException "Service is unavailable (circuit breaker is open)", null, 1 in all
activate: ACTIVE, r, r, 2 in all
recover: RECOVERING, r, r, 2 in all
recover: RECOVERING, r, r, 2 in all
deactivate: INACTIVE, Async\ServiceUnavailableException "Service is unavailable (circuit breaker is open)", null, 2 in all
deactivate: INACTIVE, Async\ServiceUnavailableException "Service is unavailable (circuit breaker is open)", null, 2 in all
recover: RECOVERING, r, r, 2 in all
activate: ACTIVE, r, r, 2 in all
NULL
int(2)
Async\PoolException
enum(Async\CircuitBreakerState::INACTIVE)
["ACTIVE","INACTIVE","RECOVERING"]
bool(false)
bool(true)
