//! Calls that use streams which are no arguments of theirs: those of a handle, or in an array [io/SO-6].
//!
//! ```text
//!   curl_setopt($ch, CURLOPT_FILE, $f)   $ch holds $f from now on, and libcurl its FILE*
//!   curl_exec($ch)                       is listed here while it runs; nothing is looked for
//!   fclose($f)                           asks the listed calls whether they hold $f, and waits for those that do
//! ```
//!
//! What a call holds is asked when a stream is closed: it may change during the call, and nothing is asked where none is closed.

use crate::abi::Object;
use crate::boundary::exclusion::gate;
use crate::engine::entry::Call;
use crate::engine::per_thread::per_thread;
use crate::engine::stream_owners;
use crate::engine::streams::Stream;
use crate::scheduler::list::{LinkOf, ListOf, listed};
use crate::scheduler::{self, CoroutineObject, current_object};

/// Whether a call uses a stream. Runs no PHP code.
pub type Uses = unsafe fn(Call, *mut Stream) -> bool;

/// How it is known what is used.
enum Used {
    ByCall(Call, Uses),
    /// What is being freed holds these, and cannot be asked any more.
    Listed(*const Vec<*mut Stream>),
}

/// A call under way, or the end of an object. Lies on the stack of the coroutine that makes it.
struct Holder {
    used: Used,
    coroutine: *mut CoroutineObject,
    link: LinkOf<Holder>,
}

listed!(Holder, link);

per_thread!(
    /// The calls under way.
    fn calls() -> *mut ListOf<Holder> = ListOf::EMPTY
);
// What an older generation lists lies on stacks that do not exist any more.
per_thread!(static GENERATION: u32 = 0);

/// The calls of this generation.
fn listed_calls() -> *mut ListOf<Holder> {
    if GENERATION.get() != scheduler::generation() {
        GENERATION.set(scheduler::generation());
        // SAFETY: the list lives as long as the thread, and no reference into it is held.
        unsafe { *calls() = ListOf::EMPTY };
    }
    calls()
}

/// Makes a call that uses streams.
///
/// # Safety
/// In that call, which is live until `body` has returned, with hooks enabled.
pub unsafe fn during(call: Call, uses: Uses, body: impl FnOnce()) {
    // SAFETY: the call is live until `body` has returned, as this function demands.
    unsafe { while_used(Used::ByCall(call, uses), body) }
}

/// Frees an object with the streams that it has as `FILE*`, and with those of what it holds.
///
/// # Safety
/// Of the object, which `body` frees, nothing has been freed yet; hooks are enabled.
pub unsafe fn while_freed(object: *mut Object, body: impl FnOnce()) {
    // SAFETY: a live object, as this function demands. The list is kept as an address because a frame may be left for good.
    unsafe {
        let files = stream_owners::files_held_by(object, 1);
        if files.is_empty() {
            return body();
        }
        let files = Box::into_raw(Box::new(files));
        while_used(Used::Listed(files), body);
        drop(Box::from_raw(files));
    }
}

unsafe fn while_used(used: Used, body: impl FnOnce()) {
    let mut holder = Holder { used, coroutine: current_object(), link: LinkOf::new() };
    let this = &raw mut holder;
    // SAFETY: listed calls are those that have not ended: this one is taken out below, before its frame goes, and after a fatal error,
    // which leaves the frame without coming here again, nothing is listed.
    unsafe {
        ListOf::push_back(listed_calls(), this);
        body();
        ListOf::remove(calls(), this);
        gate::tell_watchers();
    }
}

/// Whether a call of another coroutine uses the stream.
///
/// # Safety
/// The stream is not freed.
#[inline]
pub unsafe fn is_used_by_others(stream: *mut Stream) -> bool {
    // SAFETY: listed calls have not ended, so their frames are live.
    unsafe {
        let mut holder = (*listed_calls()).first();
        while !holder.is_null() {
            let is_used = || match (*holder).used {
                Used::ByCall(call, uses) => uses(call, stream),
                Used::Listed(files) => (*files).contains(&stream),
            };
            if (*holder).coroutine != current_object() && is_used() {
                return true;
            }
            holder = (*holder).link.next();
        }
    }
    false
}
