//! Waiting for many things at once (core 8).
//!
//! A *group* holds an item for everything that is awaited, in input order: the subscription to its event, its key, later
//! the outcome. The waiter parks until the group is *decided*: enough items succeeded, one failed
//! where that counts, everything has settled, or the token fired. The first decision stands. Items are a linked list
//! and leave their events newest first, so the whole is linear also when one event is awaited many times.
//!
//! The walk over a `Traversable` goes on in coroutines of its own. They may outlive the call, and leave the group alone
//! once it has closed their iteration.

use super::iteration::{self, Iteration, Job};
use crate::abi::*;
use crate::engine::iterable::Iterable;
use crate::engine::owned::{IntoNullable, OwnedObject};
use crate::engine::{class, exception, hash, object, zval};
use crate::scheduler::list::{LinkOf, ListOf, listed};
use crate::scheduler::resume::Woken;
use crate::scheduler::subscription::Subscription;
use crate::scheduler::wait::{Awaited, Wait};
use crate::scheduler::waker_callbacks::cancelled_by;
use crate::scheduler::{CoroutineObject, current_object, event, scope};
use core::ffi::c_void;
use core::mem::size_of;
use core::ptr;

/// Most coroutines that walk one `Traversable` [core/AA-20].
const WALKERS: u32 = 32;

/// When the wait is over.
#[derive(Clone, Copy)]
pub struct Goal {
    /// So many successes.
    pub successes: usize,
    /// The first failure ends the wait and is thrown.
    pub fail_fast: bool,
}

#[repr(C)]
pub struct Item {
    subscription: Subscription,
    group: *mut Group,
    settled: bool,
    pub key: Zval,
    /// The outcome: a value, or an exception.
    pub value: Zval,
    pub error: Option<OwnedObject>,
    link: LinkOf<Item>,
    next_settled: *mut Item,
}

listed!(Item, link);

#[repr(C)]
struct Token {
    subscription: Subscription,
    group: *mut Group,
}

#[repr(C)]
pub struct Group {
    wait: Wait,
    goal: Goal,
    /// In [`wait`], before which nothing is decided.
    waiter: *mut CoroutineObject,
    /// Not on the waiter's stack: after a fatal error its event may outlive that.
    token: Token,
    /// In input order.
    list: ListOf<Item>,
    /// In the order in which they settled.
    first_settled: *mut Item,
    last_settled: *mut Item,
    items: usize,
    settled: usize,
    successes: usize,
    /// All items are known.
    complete: bool,
    decided: bool,
    /// What the call throws.
    failure: Option<OwnedObject>,
    /// Events that a `Traversable` has yielded, by address: it may yield one again [core/AA-6].
    known: *mut Array,
    walk: *mut Iteration,
}

/// An empty group, which the caller ends with [`close`].
///
/// # Safety
/// In a coroutine.
pub unsafe fn new(goal: Goal) -> *mut Group {
    // SAFETY: zero is a valid start of every other field.
    unsafe {
        let new: *mut Group = memory::allocate_zeroed(size_of::<Group>());
        (*new).wait = Wait::new(visit_awaited);
        (*new).goal = goal;
        new
    }
}

/// Waits for all that `source` holds. `Err` holds what is to be thrown.
///
/// # Safety
/// `group` is new; `token` is null or an open event that the caller holds; the current coroutine may suspend.
pub unsafe fn wait(group: *mut Group, source: Iterable, token: *mut Event) -> Woken {
    // SAFETY: the group is new and the caller's until `close`, as this function demands, and a block of its own:
    // subscriptions in it stay where they are while the coroutine is parked. The token is held by the caller.
    unsafe {
        (*group).waiter = current_object();
        let subscription = &raw mut (*group).token.subscription;
        if !token.is_null() {
            (*group).token = Token { subscription: Subscription::new(token, token_fired), group };
            Subscription::enter(subscription);
        }
        if source.is_array() {
            add_all(group, source);
        } else {
            start_walk(group, source);
        }
        if !token.is_null() && !(*group).decided {
            start(group, subscription);
        }
        let mut interrupted: *mut Object = ptr::null_mut();
        while !(*group).decided && interrupted.is_null() {
            if let Err(error) = Wait::park(group.cast()) {
                interrupted = error.into_raw();
            }
        }
        leave_events(group);
        let failure = (*group).failure.take();
        // A cancellation replaces the outcome that was on its way [core/CN-4].
        exception::chain_any(OwnedObject::from_nullable(interrupted), failure).map_or(Ok(()), Err)
    }
}

/// The call is over. Releases everything; may run destructors.
///
/// # Safety
/// After [`wait`]; the group is not used again.
pub unsafe fn close(group: *mut Group) {
    // SAFETY: the list is taken out before its parts are released.
    unsafe {
        let walk = ptr::replace(&raw mut (*group).walk, ptr::null_mut());
        if !walk.is_null() {
            iteration::close(walk);
        }
        let mut item = ptr::replace(&raw mut (*group).list, ListOf::EMPTY).first();
        let known = ptr::replace(&raw mut (*group).known, ptr::null_mut());
        if !known.is_null() {
            hash::release(known);
        }
        memory::free(group);
        while !item.is_null() {
            let next = (*item).link.next();
            zval::clear(&raw mut (*item).key);
            zval::clear(&raw mut (*item).value);
            drop((*item).error.take());
            event::release((*item).subscription.event());
            memory::free(item);
            item = next;
        }
    }
}

/// Calls `visit` for every settled item, in input order or in the order in which they settled.
///
/// # Safety
/// After [`wait`] and before [`close`]. `visit` may run PHP code.
pub unsafe fn each_settled(group: *mut Group, input_order: bool, mut visit: impl FnMut(*mut Item)) {
    // SAFETY: items live until `close`, and their order stays, whatever `visit` runs: no borrow of them lives across it.
    unsafe {
        let mut item = if input_order { (*group).list.first() } else { (*group).first_settled };
        while !item.is_null() {
            if (*item).settled {
                visit(item);
            }
            item = if input_order { (*item).link.next() } else { (*item).next_settled };
        }
    }
}

/// Every event that is still awaited, and the walk if one is under way.
unsafe fn visit_awaited(wait: *const Wait, _: *mut CoroutineObject, each: &mut dyn FnMut(Awaited)) {
    // SAFETY: the wait is the start of an open group; subscribed events are alive.
    unsafe {
        let group = wait.cast_mut().cast::<Group>();
        let mut item = (*group).list.first();
        while !item.is_null() {
            if (*item).subscription.is_subscribed() && !(*item).settled {
                each(Awaited::Event((*item).subscription.event()));
            }
            item = (*item).link.next();
        }
        if (*group).token.subscription.is_subscribed() {
            each(Awaited::Event((*group).token.subscription.event()));
        }
        if !(*group).walk.is_null() && !(*group).complete {
            each(Awaited::Text(iteration::COMPLETION_NAME));
        }
    }
}

/// First all items are checked and flagged, then taken in input order until the goal is met [core/AA-7].
unsafe fn add_all(group: *mut Group, mut source: Iterable) {
    // SAFETY: the array is a share of our own.
    unsafe {
        let mut value = Zval::UNDEF;
        let mut key = Zval::UNDEF;
        let unwanted = false;
        while Iterable::next(&raw mut source, &raw const unwanted, &raw mut value, &raw mut key) {
            let added = add(group, &raw mut value, &raw mut key);
            zval::clear(&raw mut value);
            zval::clear(&raw mut key);
            if let Err(()) = added {
                break;
            }
        }
        Iterable::release(&raw mut source);
        if !exception::pending().is_null() {
            decide(group, exception::take());
            return;
        }
        let mut item = (*group).list.first();
        while !item.is_null() && !(*group).decided {
            begin(item);
            item = (*item).link.next();
        }
        (*group).complete = true;
        evaluate(group);
    }
}

unsafe fn start_walk(group: *mut Group, source: Iterable) {
    // SAFETY: `visit` and `changed` are not called after the group has closed the walk.
    unsafe {
        let job = Job { visit, discard, changed, owner: group.cast(), spared: true };
        let scope = (*current_object()).base.scope;
        (*group).known = hash::new_array(8);
        (*group).walk = iteration::new(source, scope, WALKERS, job);
        scope::keep_failures(iteration::scope((*group).walk), true);
        if !iteration::start((*group).walk) {
            decide(group, exception::take());
        }
    }
}

/// An element of a `Traversable`, which was advanced past it.
unsafe fn visit(owner: *mut c_void, value: *mut Zval, key: *mut Zval) -> bool {
    // SAFETY: the walk calls it only as long as the group has not closed it, so the group is open; the walk owns value and
    // key.
    unsafe {
        let group = owner.cast::<Group>();
        if !matches!((*key).kind(), zend::IS_LONG | zend::IS_STRING | zend::IS_NULL) {
            let message = "Invalid key type: must be string, long or null";
            exception::throw_new(AsyncClass::EXCEPTION_DEFAULT, message);
            return false;
        }
        match add(group, value, key) {
            Ok(item) => {
                if !item.is_null() && !(*group).decided {
                    begin(item);
                }
                true
            }
            Err(()) => false,
        }
    }
}

/// The failure of the walk stands for that of an element, too [core/AA-21].
unsafe fn discard(value: *mut Zval) {
    // SAFETY: the walk that calls owns the value until this returns.
    unsafe {
        let awaited = awaited_event((*value).object());
        if !awaited.is_null() {
            (*awaited).flags.insert(EventFlags::EXC_CAUGHT);
        }
    }
}

/// The walk failed or is over.
unsafe fn changed(owner: *mut c_void) {
    // SAFETY: the walk calls it only as long as the group has not closed it, so the group is open.
    unsafe {
        let group = owner.cast::<Group>();
        let failure = iteration::take_failure((*group).walk);
        if failure.is_some() {
            // Also when the goal was met in the same slice [core/AA-21].
            decide(group, failure);
        } else if iteration::is_over((*group).walk) {
            (*group).complete = true;
            evaluate(group);
        }
    }
}

/// Makes an item of an input value; null for one that is skipped. `Err` with an exception.
unsafe fn add(group: *mut Group, value: *mut Zval, key: *mut Zval) -> Result<*mut Item, ()> {
    // SAFETY: every part of the item gets a reference of its own.
    unsafe {
        if (*value).kind() == zend::IS_NULL {
            return Ok(ptr::null_mut());
        }
        let awaited = awaited_event((*value).object());
        if awaited.is_null() {
            let message = "Expected item to be an Async\\Awaitable object";
            exception::throw_new(AsyncClass::EXCEPTION_DEFAULT, message);
            return Err(());
        }
        event::mark_used(awaited);
        if !(*group).known.is_null() {
            let index = event::index_of(awaited);
            if !hash::find_index((*group).known, index).is_null() {
                return Ok(ptr::null_mut());
            }
            hash::set_index((*group).known, index, Zval::NULL);
        }
        event::add_ref(awaited);
        let item: *mut Item = memory::allocate(size_of::<Item>());
        item.write(Item {
            subscription: Subscription::new(awaited, completed),
            group,
            settled: false,
            key: zval::copy(key),
            value: Zval::UNDEF,
            error: None,
            link: LinkOf::new(),
            next_settled: ptr::null_mut(),
        });
        ListOf::push_back(&raw mut (*group).list, item);
        (*group).items += 1;
        Ok(item)
    }
}

/// The event of an awaitable object of this extension, or null [core/AA-2, core/AP-3].
unsafe fn awaited_event(object: *mut Object) -> *mut Event {
    // SAFETY: internal classes that implement the interface are ours.
    unsafe {
        if object.is_null()
            || !class::is_internal((*object).ce)
            || !object::is_a(object, class::get(AsyncClass::AWAITABLE))
        {
            return ptr::null_mut();
        }
        event::from_object(object)
    }
}

/// Takes the outcome of a completed event, or subscribes to one that is open.
unsafe fn begin(item: *mut Item) {
    // SAFETY: an item lives until its group is closed, and holds its event, whatever that runs when it is started.
    unsafe {
        let event = (*item).subscription.event();
        if !(*event).flags.contains(EventFlags::CLOSED) {
            Subscription::enter(item.cast());
            start((*item).group, item.cast());
            return;
        }
        let mut value = Zval::UNDEF;
        let mut error = ptr::null_mut();
        let replayed =
            (*event).replay.is_some_and(|replay| replay(event, ptr::null_mut(), &raw mut value, &raw mut error));
        if !replayed {
            exception::raise(exception::E_CORE_WARNING, c"Cannot await a closed event which cannot be replayed");
        }
        settle(item, value, OwnedObject::from_nullable(error));
    }
}

/// Arms an event. One that cannot be armed ends the wait.
unsafe fn start(group: *mut Group, subscription: *mut Subscription) {
    // SAFETY: the caller has subscribed this part of an open group right before, as `start` demands; the group stays until
    // the call that waits closes it.
    unsafe {
        if !Subscription::start(subscription) {
            decide(group, exception::take());
        }
    }
}

/// An awaited event happened.
unsafe extern "C" fn completed(
    event: *mut Event,
    callback: *mut EventCallback,
    result: *mut c_void,
    error: *mut Object,
) {
    // SAFETY: the callback is the start of an item that is subscribed, so its group is open.
    unsafe {
        let item = callback.cast::<Item>();
        let group = (*item).group;
        let token = &raw mut (*group).token;
        if (*token).subscription.is_subscribed() && (*token).subscription.event() == event {
            // It counts as the token firing, whichever of the two is told first [core/AA-9].
            token_fired(event, token.cast(), result, error);
        }
        if (*item).settled || ((*group).decided && !error.is_null()) {
            // A failure that comes after the decision is not this call's business.
            return;
        }
        if !error.is_null() {
            (*event).flags.insert(EventFlags::EXCEPTION_HANDLED);
            settle(item, Zval::UNDEF, Some(OwnedObject::share(error)));
        } else if !result.is_null() && (*event).flags.contains(EventFlags::ZVAL_RESULT) {
            settle(item, zval::copy(result.cast()), None);
        } else {
            settle(item, Zval::NULL, None);
        }
    }
}

unsafe extern "C" fn token_fired(
    event: *mut Event,
    callback: *mut EventCallback,
    _result: *mut c_void,
    error: *mut Object,
) {
    // SAFETY: the callback is the start of the token of an open group.
    unsafe {
        let group = (*callback.cast::<Token>()).group;
        if !(*group).decided {
            decide(group, Some(cancelled_by(event, error)));
        }
    }
}

/// Records an outcome; the value is taken over.
unsafe fn settle(item: *mut Item, value: Zval, error: Option<OwnedObject>) {
    // SAFETY: items live until the group is closed, and the caller has one of an open group that has not settled before.
    unsafe {
        let group = (*item).group;
        (*item).settled = true;
        let failure = error.as_nullable();
        (*item).error = error;
        (*item).value = if value.is_undef() { Zval::NULL } else { value };
        if (*group).last_settled.is_null() {
            (*group).first_settled = item;
        } else {
            (*(*group).last_settled).next_settled = item;
        }
        (*group).last_settled = item;
        (*group).settled += 1;
        if failure.is_null() {
            (*group).successes += 1;
        } else if (*group).goal.fail_fast && !(*group).decided {
            decide(group, Some(OwnedObject::share(failure)));
        }
        evaluate(group);
    }
}

unsafe fn evaluate(group: *mut Group) {
    // SAFETY: callers have an open group: an item or the walk of it has told them.
    unsafe {
        let all = (*group).complete && (*group).settled == (*group).items;
        if !(*group).decided && (all || (*group).successes >= (*group).goal.successes) {
            decide(group, None);
        }
    }
}

/// The wait is over, with what is to be thrown, if anything; an earlier one becomes its previous.
unsafe fn decide(group: *mut Group, failure: Option<OwnedObject>) {
    // SAFETY: callers have an open group. Its waiter is in `wait`, so it is alive; it becomes ready but does not run here.
    unsafe {
        (*group).decided = true;
        (*group).failure = exception::chain_any(failure, (*group).failure.take());
        Wait::wake(group.cast(), (*group).waiter);
    }
}

/// Unsubscribes everywhere, newest first.
unsafe fn leave_events(group: *mut Group) {
    // SAFETY: every item holds its event; the caller holds the token's.
    unsafe {
        let mut item = (*group).list.last();
        while !item.is_null() {
            Subscription::leave(item.cast());
            item = (*item).link.previous();
        }
        Subscription::leave(&raw mut (*group).token.subscription);
    }
}
