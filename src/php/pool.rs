//! `Async\Pool` (primitives 5).

use super::circuit_breaker::{self, CIRCUIT_BREAKER};
use super::{FINAL, Parent, class_type, signature};
use crate::abi::flags::CircuitState;
use crate::abi::*;
use crate::engine::entry::{Call, handlers};
use crate::engine::event_object::Body;
use crate::engine::{args, class, object, zval};
use crate::primitives::pool::{self, PoolObject, ResourcePool};
use ext_php_rs::builders::ClassBuilder;
use ext_php_rs::flags::{DataType, MethodFlags};
use ext_php_rs::zend::ce;

const COUNTABLE: Parent = (ce::countable, "Countable");

/// # Safety
/// Module start.
pub unsafe fn register() {
    let public = MethodFlags::Public;
    let callable = DataType::Callable;
    let builder = ClassBuilder::new("Async\\Pool")
        .flags(FINAL)
        .implements(COUNTABLE)
        .implements(CIRCUIT_BREAKER)
        .method(
            signature("__construct", construct)
                .required("factory", callable)
                .nullable("destructor", callable)
                .nullable("healthcheck", callable)
                .nullable("beforeAcquire", callable)
                .nullable("beforeRelease", callable)
                .optional("min", DataType::Long, "0")
                .optional("max", DataType::Long, "10")
                .optional("healthcheckInterval", DataType::Long, "0")
                .untyped(),
            public,
        )
        .method(signature("acquire", acquire).optional("timeout", DataType::Long, "0").returns(DataType::Mixed), public)
        .method(signature("tryAcquire", try_acquire).returns(DataType::Mixed), public)
        .method(signature("release", release).required("resource", DataType::Mixed).returns(DataType::Void), public)
        .method(signature("close", close).returns(DataType::Void), public)
        .method(signature("isClosed", is_closed).returns(DataType::Bool), public)
        .method(signature("count", count).returns(DataType::Long), public)
        .method(signature("idleCount", idle_count).returns(DataType::Long), public)
        .method(signature("activeCount", active_count).returns(DataType::Long), public)
        .method(
            signature("setCircuitBreakerStrategy", set_strategy)
                .required_or_null("strategy", class_type("Async\\CircuitBreakerStrategy"))
                .returns(DataType::Void),
            public,
        )
        .method(signature("getState", get_state).returns(class_type("Async\\CircuitBreakerState")), public)
        .method(signature("activate", activate).returns(DataType::Void), public)
        .method(signature("deactivate", deactivate).returns(DataType::Void), public)
        .method(signature("recover", recover).returns(DataType::Void), public);
    let ce = class::register(builder, AsyncClass::POOL);
    // SAFETY: this runs once, at MINIT, as this function demands; the class is new, so it has no objects yet.
    unsafe {
        PoolObject::install(ce);
        pool::register(c"true_async");
    }
}

/// The pool of a method call; null if its constructor has not finished.
#[inline]
fn pool_of(call: Call) -> *mut ResourcePool {
    // SAFETY: the handlers below are methods of `Async\Pool` alone, which is final; the frame holds the object.
    unsafe { (*PoolObject::of(call.this())).pool() }
}

/// As [`pool_of`]; throws when there is none.
#[inline]
fn living(call: Call) -> Option<*mut ResourcePool> {
    // SAFETY: as in `pool_of`, this is an `Async\Pool` that the frame holds; making the exception runs no PHP code.
    unsafe { (*PoolObject::of(call.this())).initialised() }
}

/// Reads the arguments of the constructor into a new pool [primitives/PO-1]; the interval in milliseconds, or `None` with an
/// exception.
///
/// # Safety
/// `pool` is new and the caller's alone.
unsafe fn configure(call: Call, pool: *mut ResourcePool) -> Option<u32> {
    let limit = |value: i64| u32::try_from(value).unwrap_or(u32::MAX);
    // SAFETY: what is kept belongs to the pool, which releases it whatever happens.
    unsafe {
        let base = &raw mut (*pool).base;
        (*base).factory.fcall = args::owned_callable(call, 0)?;
        (*base).destructor.fcall = args::owned_callable_or_null(call, 1)?;
        (*base).healthcheck.fcall = args::owned_callable_or_null(call, 2)?;
        (*base).before_acquire.fcall = args::owned_callable_or_null(call, 3)?;
        (*base).before_release.fcall = args::owned_callable_or_null(call, 4)?;
        let min = args::long_at(call, 5, 0)?;
        let max = args::long_at(call, 6, 10)?;
        let interval_ms = args::long_at(call, 7, 0)?;
        let wrong = if min < 0 {
            Some((5, "must be >= 0"))
        } else if max < 1 {
            Some((6, "must be >= 1"))
        } else if min > max {
            Some((5, "must be <= max"))
        } else if interval_ms < 0 {
            Some((7, "must be >= 0"))
        } else {
            None
        };
        if let Some((index, reason)) = wrong {
            args::argument_value_error(index, reason);
            return None;
        }
        (*base).min_size = limit(min);
        (*base).max_size = limit(max);
        Some(limit(interval_ms))
    }
}

/// What `read` finds in the fields of the pool; `without` if there is none.
fn look<T>(call: Call, without: T, read: impl FnOnce(&ResourcePool) -> T) -> T {
    // SAFETY: the frame holds the object and this its pool; `read` calls nothing that could change it meanwhile.
    unsafe { pool_of(call).as_ref() }.map_or(without, read)
}

/// Answers with a counter, 0 without a pool [primitives/PO-17].
fn return_count(call: Call, of: impl FnOnce(&ResourcePool) -> u64) {
    if args::none(call) {
        call.set(Zval::from_long(look(call, 0, of) as i64));
    }
}

fn set_state(call: Call, state: CircuitState) {
    if args::none(call)
        && let Some(pool) = living(call)
    {
        // SAFETY: the object of the call holds the pool; this writes fields of it and calls nothing.
        unsafe { (*pool).set_state(state) };
    }
}

handlers! {
    fn construct(call) {
        if !args::count(call, 1, 8) {
            return;
        }
        // SAFETY: the pool becomes the object's when it is complete: until then nothing else can use it.
        unsafe {
            let new = pool::new(0);
            let opened = configure(call, new).is_some_and(|interval_ms| pool::open(new, interval_ms));
            // A constructor called again changes nothing.
            if opened && pool_of(call).is_null() {
                PoolObject::attach(PoolObject::of(call.this()), new);
            } else {
                pool::discard(new);
            }
        }
    }

    fn acquire(call) {
        // SAFETY: the frame holds the object, which holds the pool. The result is the caller's.
        unsafe {
            let timeout_ms = if call.arg_count() == 0 {
                0
            } else {
                match args::count(call, 0, 1).then(|| args::long_at(call, 0, 0)) {
                    Some(Some(timeout_ms)) => timeout_ms,
                    _ => return,
                }
            };
            let Some(pool) = living(call) else { return };
            let mut resource = Zval::UNDEF;
            if pool::acquire(pool, timeout_ms, &raw mut resource) {
                call.set(resource);
            }
        }
    }

    fn try_acquire(call) {
        if !args::none(call) || pool_of(call).is_null() {
            return;
        }
        // SAFETY: the frame holds the object, which holds the pool also while its hooks run. The result is the caller's.
        unsafe {
            let mut resource = Zval::UNDEF;
            if pool::try_acquire(pool_of(call), &raw mut resource) {
                call.set(resource);
            }
        }
    }

    fn release(call) {
        if !args::count(call, 1, 1) {
            return;
        }
        // SAFETY: the pool gets a reference of its own [primitives/PO-19].
        unsafe {
            if let Some(pool) = living(call) {
                pool::release(pool, zval::copy(call.arg(0)));
            }
        }
    }

    fn close(call) {
        if args::none(call) && !pool_of(call).is_null() {
            // SAFETY: the frame holds the object, which holds the pool also while destructors of resources run.
            unsafe { pool::close(pool_of(call)) }
        }
    }

    fn is_closed(call) {
        if args::none(call) {
            call.set_bool(look(call, true, ResourcePool::is_closed));
        }
    }

    fn count(call) {
        return_count(call, |pool| u64::from(pool.idle_count()) + u64::from(pool.active_count()));
    }

    fn idle_count(call) {
        return_count(call, |pool| u64::from(pool.idle_count()));
    }

    fn active_count(call) {
        return_count(call, |pool| u64::from(pool.active_count()));
    }

    fn set_strategy(call) {
        if !args::count(call, 1, 1) {
            return;
        }
        // SAFETY: the strategy gets a reference of the pool's.
        unsafe {
            let Some(strategy) = args::nullable_object_at(call, 0, circuit_breaker::strategy()) else { return };
            if let Some(pool) = living(call) {
                pool::set_strategy(pool, strategy);
            }
        }
    }

    fn get_state(call) {
        if args::none(call) {
            // Nothing can be had from a pool that was not made.
            let state = look(call, CircuitState::Inactive, ResourcePool::state);
            // SAFETY: a request is active during a call; the class keeps its cases, and the caller gets a reference of its own.
            call.set_object(unsafe { object::add_ref(circuit_breaker::case_of(state)) });
        }
    }

    fn activate(call) {
        set_state(call, CircuitState::Active);
    }

    fn deactivate(call) {
        set_state(call, CircuitState::Inactive);
    }

    fn recover(call) {
        set_state(call, CircuitState::Recovering);
    }
}
