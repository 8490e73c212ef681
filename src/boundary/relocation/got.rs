//! Patching: redirects calls of chosen objects to our hooks by overwriting relocation slots (io chapter 4).
//!
//! ```text
//!   php8.2, curl.so, libcurl.so.4 ...                          libc.so.6
//!   .text   call poll@plt --.                                  poll:  <- our own calls go here: this object is
//!   .plt    jmp *slot  <----'                                         |  never patched
//!   .got    slot: [ address of poll ]  -------- before --------------'
//!           slot: [ address of hooks::poll ] -- after -->  libtrue_async.so: hooks::poll
//!             ^
//!             found through the relocations of the object (relocations.rs)
//! ```
//!
//! The loader maps each object with a dynamic section that lists its relocations. For every relocation whose symbol is
//! one of ours, the slot gets the hook's address with one aligned write. Most distributions make the table read-only
//! after relocation (RELRO), so the page is opened for the write and closed to exactly what it was.
//!
//! The scan runs under the loader's lock (`dl_iterate_phdr`): no object comes or goes meanwhile. It is idempotent, never
//! remembers an address of an object, and skips objects by name before it reads their relocations.

use super::relocations::{Index, Object};
use crate::boundary::config::Objects;
use core::ffi::{CStr, c_int, c_void};
use core::ptr;
use core::sync::atomic::{AtomicBool, Ordering};

/// Which hooks an object gets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variant {
    None,
    /// Every hook but the ones for libcurl and for locks.
    Common,
    /// As [`Variant::Common`], and those for locks: nothing suspends while one is held.
    Locks,
    /// As [`Variant::Locks`], but locks of handles may be held.
    HandleLocks,
    /// `poll`, which is interrupted where it is cancelled, and locks as [`Variant::Locks`].
    Interrupted,
    /// `dlopen` only: what it loads is looked at.
    Loader,
    /// As [`Variant::Common`]; a cancelled wait shuts the connection down.
    Protocol,
    /// Also `pthread_join`: libcurl joins its resolver thread when a handle goes away. And `socketpair`.
    Curl,
    /// `sleep`, `usleep`, `nanosleep` only: libsqlite3, whose file locks must not see a switch.
    Sleep,
}

/// One redirected name.
pub struct Hook {
    pub name: &'static CStr,
    pub hook: *const c_void,
    /// What libraries get: everything but PHP and its extensions.
    pub in_libraries: *const c_void,
    /// The hook of [`Variant::Protocol`].
    pub protocol: *const c_void,
    /// The hook of [`Variant::HandleLocks`] where that has one of its own.
    pub handle_locks: Option<*const c_void>,
    /// As that, of [`Variant::Interrupted`].
    pub interrupted: Option<*const c_void>,
    /// What libc gives for the name.
    pub real: *const c_void,
    pub for_variant: fn(Variant) -> bool,
}

// SAFETY: addresses of functions.
unsafe impl Sync for Hook {}

#[derive(Clone, Copy, Default, Debug)]
pub struct Report {
    pub objects: usize,
    /// Slots that hold a hook now.
    pub slots: usize,
    /// Slots that could not be written.
    pub failed: usize,
    /// PHP's own slots for `poll` that hold a hook now, and those that could not be written.
    pub polls: usize,
    pub failed_polls: usize,
}

impl Report {
    /// Whether PHP's own calls of `poll` are redirected: where they are not, neither is the rest of what it waits in.
    pub fn serves_php(&self) -> bool {
        self.polls > 0 && self.failed_polls == 0
    }
}

/// Under these names PHP imports `poll`.
const POLLS: &[&CStr] = &[c"poll", c"__poll", c"__poll_chk"];

const ALLOWED: &[&str] = &[
    "libcurl",
    "libpq.",
    "libssl",
    "libcrypto",
    "libmysqlclient",
    "libmariadb",
    "librabbitmq",
    "libmemcached",
    "libhiredis",
    "libssh2",
    "libgearman",
    "libxml2",
    "libedit",
    "libreadline",
    "libevent",
    "libev.",
    "libsqlite3",
    "libphp",
    "mod_php",
    "libldap",
    "liblber",
    "libodbc.",
    "psqlodbc",
    "libltdl",
    "libzmq",
];

/// Libraries that hold a lock around a blocking call, which belongs to a handle: calls on a handle take turns above them, so that no
/// other coroutine asks for the lock, or waits for it in its hook.
const HANDLE_LOCKS: &[&str] = &["libldap", "libodbc.", "psqlodbc"];

/// Libraries that are asked and answer on one connection.
const PROTOCOLS: &[&str] = &["libpq.", "librabbitmq", "libmemcached", "libhiredis", "libssh2", "libgearman"];

/// Never patched: the C library and loader, sanitizers, the event loop, what holds locks around blocking calls (io F6),
/// debuggers that must stop everything [io/SF-11].
const DENIED: &[&str] = &[
    "libc.",
    "libc-2.",
    "libm.",
    "libresolv",
    "ld-",
    "ld.so",
    "ld64.",
    "libpthread",
    "libdl.",
    "librt.",
    "linux-vdso",
    "linux-gate",
    "libasan",
    "libtsan",
    "libubsan",
    "liblsan",
    "libclang_rt",
    "vgpreload",
    "libuv",
    "opcache",
    "libsasl2",
    "libkrb5",
    "libgssapi",
    "libp11-kit",
    "libclntsh",
    "libfbclient",
    "libnss_",
    "mongodb",
    "grpc",
    "rdkafka",
    "parallel",
    "xdebug",
];

/// The page that is open for writing.
struct OpenPage {
    size: usize,
    address: usize,
    seal: bool,
}

impl OpenPage {
    unsafe fn write(&mut self, object: &Object, slot: *mut usize, value: usize) -> bool {
        let address = slot as usize & !(self.size - 1);
        // SAFETY: the slot belongs to a mapped object; a write of a whole aligned word is seen at once or not at all.
        unsafe {
            if address != self.address {
                self.close();
                let Some(seal) = object.is_sealed(slot as usize, self.size) else { return false };
                if seal && libc::mprotect(address as *mut c_void, self.size, libc::PROT_READ | libc::PROT_WRITE) != 0 {
                    return false;
                }
                self.address = address;
                self.seal = seal;
            }
            ptr::write_volatile(slot, value);
        }
        true
    }

    unsafe fn close(&mut self) {
        if self.seal {
            // SAFETY: gives the page the protection it had.
            unsafe { libc::mprotect(self.address as *mut c_void, self.size, libc::PROT_READ) };
        }
        self.address = 0;
        self.seal = false;
    }
}

struct Scan<'a> {
    hooks: &'a [Hook],
    index: Index,
    /// `None` puts the real functions back.
    objects: Option<&'a Objects>,
    report: Report,
    page_size: usize,
}

/// An ODBC driver is mapped that is not patched: it may hold locks that no hook sees while a library that it uses suspends.
static UNKNOWN_DRIVER: AtomicBool = AtomicBool::new(false);

/// Whether there is a driver of ODBC whose locks are not seen.
#[inline]
pub fn has_unknown_driver() -> bool {
    UNKNOWN_DRIVER.load(Ordering::Relaxed)
}

/// Redirects the slots of every allowed object. Done before, it finds only what is new.
///
/// # Safety
/// The hooks live as long as the process.
pub unsafe fn patch(hooks: &[Hook], objects: &Objects) -> Report {
    // SAFETY: the hooks live as long as the process, as this function demands.
    unsafe { scan(hooks, Some(objects)) }
}

/// Puts the real functions back into the slots of objects that are still mapped and still hold our hooks [io/P-7].
///
/// # Safety
/// As [`patch`].
pub unsafe fn unpatch(hooks: &[Hook]) -> Report {
    // SAFETY: the hooks live as long as the process, as this function demands.
    unsafe { scan(hooks, None) }
}

unsafe fn scan(hooks: &[Hook], objects: Option<&Objects>) -> Report {
    // SAFETY: the callback runs only during the call.
    unsafe {
        let page_size = libc::sysconf(libc::_SC_PAGESIZE) as usize;
        let index = Index::new(hooks.iter().map(|hook| hook.name));
        let mut scan = Scan { hooks, index, objects, report: Report::default(), page_size };
        libc::dl_iterate_phdr(Some(visit), (&raw mut scan).cast());
        scan.report
    }
}

/// Where the object is mapped that has the address, or null.
pub fn base_of(address: *const c_void) -> *const c_void {
    // SAFETY: the loader fills the structure if it knows the address.
    unsafe {
        let mut info = core::mem::zeroed::<libc::Dl_info>();
        if libc::dladdr(address, &mut info) == 0 { ptr::null() } else { info.dli_fbase }
    }
}

/// How many objects were ever loaded: changes when there is something new to patch.
pub fn loads() -> u64 {
    unsafe extern "C" fn first(info: *mut libc::dl_phdr_info, _: usize, out: *mut c_void) -> c_int {
        // SAFETY: the loader's argument and ours.
        unsafe { *out.cast::<u64>() = (*info).dlpi_adds };
        1
    }
    let mut adds = 0u64;
    // SAFETY: the callback runs only during the call.
    unsafe { libc::dl_iterate_phdr(Some(first), (&raw mut adds).cast()) };
    adds
}

unsafe extern "C" fn visit(info: *mut libc::dl_phdr_info, _: usize, scan: *mut c_void) -> c_int {
    // SAFETY: the loader's argument and ours.
    unsafe {
        let scan = &mut *scan.cast::<Scan>();
        let info = &*info;
        let path = if info.dlpi_name.is_null() { c"" } else { CStr::from_ptr(info.dlpi_name) };
        let path = path.to_str().unwrap_or("?");
        let Some(object) = Object::read(info) else { return 0 };
        // This extension, whatever its file is called: its own calls are the real ones.
        if object.contains(visit as *const () as usize) {
            return 0;
        }
        let name = match path.rsplit('/').next() {
            Some("") | None => "",
            Some(file) if object.soname == 0 => file,
            Some(file) => object.text(object.soname).to_str().unwrap_or(file),
        };
        // The main program has no name.
        let variant = if path.is_empty() { Variant::Common } else { choose(name, &object, scan.objects) };
        if variant != Variant::None {
            let is_php = path.is_empty() || name.starts_with("libphp") || name.starts_with("mod_php");
            rewrite(scan, &object, variant, is_php, !is_php && !object.exports(c"get_module"));
        }
    }
    0
}

/// Which hooks the object gets, by name first [io/P-4].
unsafe fn choose(name: &str, object: &Object, objects: Option<&Objects>) -> Variant {
    let starts_with_any = |list: &[&str]| list.iter().any(|prefix| name.starts_with(prefix));
    let of_user = |list: &[String]| list.iter().any(|prefix| name.starts_with(prefix.as_str()));
    // Slots are given back: any variant but `None`.
    let Some(objects) = objects else { return Variant::Curl };
    // SAFETY: the object is mapped.
    let exports = |symbol: &CStr| unsafe { object.exports(symbol) };
    let is_module = exports(c"get_module");
    // The locks of liblber are those of libldap.
    let is_left_alone = of_user(&objects.removed)
        || (name.starts_with("liblber") && objects.removed.iter().any(|prefix| prefix.starts_with("libldap")));
    let allowed = !is_left_alone
        && (of_user(&objects.added) || (!starts_with_any(DENIED) && (starts_with_any(ALLOWED) || is_module)));
    match name {
        _ if !allowed => {
            // A manager, too, and what would load drivers unseen.
            if exports(c"SQLDriverConnect") || exports(c"SQLDriverConnectW") || name.starts_with("libltdl") {
                UNKNOWN_DRIVER.store(true, Ordering::Relaxed);
            }
            Variant::None
        }
        _ if name.starts_with("libcurl") => Variant::Curl,
        _ if name.starts_with("libsqlite3") => Variant::Sleep,
        _ if name.starts_with("libltdl") => Variant::Loader,
        _ if starts_with_any(PROTOCOLS) => Variant::Protocol,
        _ if starts_with_any(HANDLE_LOCKS) || of_user(&objects.with_handles) => Variant::HandleLocks,
        // libzmq ends the process at an error that it does not expect.
        _ if name.starts_with("libzmq") => Variant::Interrupted,
        _ if is_module || !starts_with_any(ALLOWED) => Variant::Locks,
        // Of those of the list it is known which locks they hold.
        _ => Variant::Common,
    }
}

unsafe fn rewrite(scan: &mut Scan, object: &Object, variant: Variant, is_php: bool, is_library: bool) {
    let mut page = OpenPage { size: scan.page_size, address: 0, seal: false };
    let restoring = scan.objects.is_none();
    let mut slots = 0;
    // SAFETY: a mapped object, whose slots are words of it.
    unsafe {
        for slot in object.named_slots() {
            let Some(number) = scan.index.find(slot.name, |number| scan.hooks[number].name) else { continue };
            let hook = &scan.hooks[number];
            let value = ptr::read_volatile(slot.place);
            let real = hook.real as usize;
            let is = |ours: *const c_void| value == ours as usize;
            let is_ours = is(hook.hook)
                || is(hook.in_libraries)
                || is(hook.protocol)
                || hook.handle_locks.is_some_and(is)
                || hook.interrupted.is_some_and(is);
            let usual = if is_library { hook.in_libraries } else { hook.hook };
            let ours = match variant {
                Variant::Protocol => hook.protocol,
                Variant::HandleLocks => hook.handle_locks.unwrap_or(usual),
                Variant::Interrupted => hook.interrupted.unwrap_or(usual),
                _ => usual,
            } as usize;
            if restoring {
                if is_ours && !page.write(object, slot.place, real) {
                    scan.report.failed += 1;
                }
                continue;
            }
            let is_poll = is_php && POLLS.contains(&hook.name);
            if is_ours {
                slots += 1;
                scan.report.polls += usize::from(is_poll);
                continue;
            }
            // A pointer in data, or a name that the object defines itself, is redirected only if it means libc's.
            if !(hook.for_variant)(variant) || ((slot.is_absolute || slot.is_defined) && value != real) {
                continue;
            }
            let (done, polls) = match page.write(object, slot.place, ours) {
                true => (&mut slots, &mut scan.report.polls),
                false => (&mut scan.report.failed, &mut scan.report.failed_polls),
            };
            *done += 1;
            *polls += usize::from(is_poll);
        }
        page.close();
    }
    scan.report.slots += slots;
    scan.report.objects += usize::from(slots > 0);
}
