//! Patching: redirects calls of chosen objects to our hooks by overwriting relocation slots (io chapter 4).
//!
//! ```text
//!   php8.2, curl.so, libcurl.so.4 ...                          libc.so.6
//!   .text   call poll@plt --.                                  poll:  <- our own calls go here: this object is
//!   .plt    jmp *slot  <----'                                         |  never patched
//!   .got    slot: [ address of poll ]  -------- before --------------'
//!           slot: [ address of hooks::poll ] -- after -->  libtrue_async.so: hooks::poll
//!             ^
//!             found through DT_JMPREL / DT_RELA: (slot offset, relocation type, symbol index -> name)
//! ```
//!
//! The loader maps each object with a dynamic section that lists its relocations. For every relocation whose symbol is
//! one of ours, the slot gets the hook's address with one aligned write. Most distributions make the table read-only
//! after relocation (RELRO), so the page is opened for the write and closed to exactly what it was.
//!
//! The scan runs under the loader's lock (`dl_iterate_phdr`): no object comes or goes meanwhile. It is idempotent, never
//! remembers an address of an object, and skips objects by name before it reads their relocations.

use super::config::Objects;
use core::ffi::{CStr, c_int, c_void};
use core::ptr;

/// Which hooks an object gets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variant {
    None,
    /// Every hook but the ones for libcurl.
    Common,
    /// Every hook but the ones for libcurl; a cancelled wait shuts the connection down.
    Protocol,
    /// Also `pthread_join`: libcurl joins its resolver thread when a handle goes away.
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
    /// Slots of the main program among them.
    pub main_slots: usize,
    /// Slots that could not be written.
    pub failed: usize,
}

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
];

/// Libraries that are asked and answer on one connection.
const PROTOCOLS: &[&str] = &["libpq.", "librabbitmq", "libmemcached", "libhiredis", "libssh2", "libgearman"];

/// Never patched: the C library and loader, sanitizers, the event loop, what holds locks around blocking calls (io F6),
/// debuggers that must stop everything (SF-11).
const DENIED: &[&str] = &[
    "libc.",
    "libc-",
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
    "libldap",
    "liblber",
    "libsasl2",
    "libkrb5",
    "libgssapi",
    "libp11-kit",
    "libodbc",
    "libclntsh",
    "libfbclient",
    "libnss_",
    "mongodb",
    "grpc",
    "rdkafka",
    "parallel",
    "xdebug",
];

#[cfg(target_arch = "x86_64")]
mod relocation {
    pub const JUMP_SLOT: u32 = 7;
    pub const GLOB_DAT: u32 = 6;
    pub const ABSOLUTE: u32 = 1;
}
#[cfg(target_arch = "aarch64")]
mod relocation {
    pub const JUMP_SLOT: u32 = 1026;
    pub const GLOB_DAT: u32 = 1025;
    pub const ABSOLUTE: u32 = 257;
}
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
mod relocation {
    pub const JUMP_SLOT: u32 = u32::MAX;
    pub const GLOB_DAT: u32 = u32::MAX;
    pub const ABSOLUTE: u32 = u32::MAX;
}

#[repr(C)]
struct Dyn {
    tag: i64,
    value: u64,
}

#[repr(C)]
struct Rela {
    offset: u64,
    info: u64,
    _addend: i64,
}

#[repr(C)]
struct Sym {
    name: u32,
    _info: u8,
    _other: u8,
    section: u16,
    _value: u64,
    _size: u64,
}

const DT_STRTAB: i64 = 5;
const DT_SYMTAB: i64 = 6;
const DT_RELA: i64 = 7;
const DT_RELASZ: i64 = 8;
const DT_SONAME: i64 = 14;
const DT_PLTREL: i64 = 20;
const DT_JMPREL: i64 = 23;
const DT_PLTRELSZ: i64 = 2;
const DT_GNU_HASH: i64 = 0x6fff_fef5;

/// What the dynamic section of one object says.
struct Object {
    base: usize,
    headers: *const libc::Elf64_Phdr,
    header_count: usize,
    strings: *const u8,
    symbols: *const Sym,
    /// The two relocation tables: pointer and number of entries.
    tables: [(*const Rela, usize); 2],
    gnu_hash: *const u32,
    soname: u64,
}

impl Object {
    unsafe fn read(info: &libc::dl_phdr_info) -> Option<Object> {
        // SAFETY: the loader keeps the headers and the dynamic section of a mapped object readable.
        unsafe {
            let headers = core::slice::from_raw_parts(info.dlpi_phdr, info.dlpi_phnum as usize);
            let dynamic = headers.iter().find(|header| header.p_type == libc::PT_DYNAMIC)?;
            let base = info.dlpi_addr as usize;
            let mut object = Object {
                base,
                headers: info.dlpi_phdr,
                header_count: headers.len(),
                strings: ptr::null(),
                symbols: ptr::null(),
                tables: [(ptr::null(), 0); 2],
                gnu_hash: ptr::null(),
                soname: 0,
            };
            // glibc has relocated the pointers in place, musl has not.
            let address = |value: u64| if (value as usize) < base { base + value as usize } else { value as usize };
            let (mut sizes, mut plt_kind) = ([0; 2], DT_RELA as u64);
            let mut entry = (base + dynamic.p_vaddr as usize) as *const Dyn;
            while (*entry).tag != 0 {
                let value = (*entry).value;
                match (*entry).tag {
                    DT_STRTAB => object.strings = address(value) as *const u8,
                    DT_SYMTAB => object.symbols = address(value) as *const Sym,
                    DT_JMPREL => object.tables[0].0 = address(value) as *const Rela,
                    DT_PLTRELSZ => sizes[0] = value as usize,
                    DT_RELA => object.tables[1].0 = address(value) as *const Rela,
                    DT_RELASZ => sizes[1] = value as usize,
                    DT_PLTREL => plt_kind = value,
                    DT_GNU_HASH => object.gnu_hash = address(value) as *const u32,
                    DT_SONAME => object.soname = value,
                    _ => (),
                }
                entry = entry.add(1);
            }
            if plt_kind != DT_RELA as u64 {
                object.tables[0].0 = ptr::null();
            }
            for (table, size) in object.tables.iter_mut().zip(sizes) {
                table.1 = if table.0.is_null() { 0 } else { size / size_of::<Rela>() };
            }
            (!object.strings.is_null() && !object.symbols.is_null()).then_some(object)
        }
    }

    unsafe fn text(&self, offset: u64) -> &CStr {
        // SAFETY: offsets into the object's own string table.
        unsafe { CStr::from_ptr(self.strings.add(offset as usize).cast()) }
    }

    /// Whether an address belongs to the object.
    fn contains(&self, address: usize) -> bool {
        self.headers().iter().any(|header| {
            let start = self.base + header.p_vaddr as usize;
            header.p_type == libc::PT_LOAD && (start..start + header.p_memsz as usize).contains(&address)
        })
    }

    /// Whether the object itself defines `name` (GNU hash table: bloom filter, buckets, chains).
    unsafe fn exports(&self, name: &CStr) -> bool {
        if self.gnu_hash.is_null() {
            return false;
        }
        let hash = name.to_bytes().iter().fold(5381u32, |hash, &byte| hash.wrapping_mul(33).wrapping_add(byte.into()));
        // SAFETY: the layout of DT_GNU_HASH; chains end with an odd value.
        unsafe {
            let table = self.gnu_hash;
            let (buckets, first, bloom_words) = (*table, *table.add(1), *table.add(2));
            if buckets == 0 {
                return false;
            }
            let bucket_table = table.add(4 + bloom_words as usize * 2);
            let chains = bucket_table.add(buckets as usize);
            let mut index = *bucket_table.add((hash % buckets) as usize);
            if index < first {
                return false;
            }
            loop {
                let chain = *chains.add((index - first) as usize);
                let symbol = self.symbols.add(index as usize);
                if chain | 1 == hash | 1 && (*symbol).section != 0 && self.text((*symbol).name.into()) == name {
                    return true;
                }
                if chain & 1 != 0 {
                    return false;
                }
                index += 1;
            }
        }
    }

    fn headers(&self) -> &[libc::Elf64_Phdr] {
        // SAFETY: as in `read`.
        unsafe { core::slice::from_raw_parts(self.headers, self.header_count) }
    }

    /// Whether the loader made the page of `address` read-only after relocation; `None` if it never was writable.
    fn is_sealed(&self, address: usize, page: usize) -> Option<bool> {
        let inside = |header: &libc::Elf64_Phdr| {
            let start = self.base + header.p_vaddr as usize;
            address >= start && address < start + header.p_memsz as usize
        };
        let writable = |header: &&libc::Elf64_Phdr| {
            header.p_type == libc::PT_LOAD && header.p_flags & libc::PF_W != 0 && inside(header)
        };
        self.headers().iter().find(writable)?;
        // The loader seals whole pages only: both ends are rounded down.
        let sealed = |header: &libc::Elf64_Phdr| {
            let start = (self.base + header.p_vaddr as usize) & !(page - 1);
            let end = (self.base + (header.p_vaddr + header.p_memsz) as usize) & !(page - 1);
            header.p_type == libc::PT_GNU_RELRO && address >= start && address < end
        };
        Some(self.headers().iter().any(sealed))
    }
}

/// Names by hash: 86 objects with a linear compare took 6-9 ms.
struct Index {
    table: [u8; 256],
}

impl Index {
    fn new(hooks: &[Hook]) -> Index {
        let mut index = Index { table: [u8::MAX; 256] };
        for (number, hook) in hooks.iter().enumerate() {
            let mut place = Self::hash(hook.name.to_bytes());
            while index.table[place] != u8::MAX {
                place = (place + 1) % 256;
            }
            index.table[place] = number as u8;
        }
        index
    }

    fn hash(name: &[u8]) -> usize {
        let hash = name.iter().fold(2_166_136_261u32, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(16_777_619));
        (hash ^ (hash >> 16)) as usize % 256
    }

    fn find<'h>(&self, hooks: &'h [Hook], name: &CStr) -> Option<&'h Hook> {
        let mut place = Self::hash(name.to_bytes());
        while self.table[place] != u8::MAX {
            let hook = &hooks[self.table[place] as usize];
            if hook.name == name {
                return Some(hook);
            }
            place = (place + 1) % 256;
        }
        None
    }
}

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

/// Redirects the slots of every allowed object. Done before, it finds only what is new.
///
/// # Safety
/// The hooks live as long as the process.
pub unsafe fn patch(hooks: &[Hook], objects: &Objects) -> Report {
    // SAFETY: forwarded.
    unsafe { scan(hooks, Some(objects)) }
}

/// Puts the real functions back into the slots of objects that are still mapped and still hold our hooks (P-7).
///
/// # Safety
/// As [`patch`].
pub unsafe fn unpatch(hooks: &[Hook]) -> Report {
    // SAFETY: forwarded.
    unsafe { scan(hooks, None) }
}

unsafe fn scan(hooks: &[Hook], objects: Option<&Objects>) -> Report {
    // SAFETY: the callback runs only during the call.
    unsafe {
        let page_size = libc::sysconf(libc::_SC_PAGESIZE) as usize;
        let mut scan = Scan { hooks, index: Index::new(hooks), objects, report: Report::default(), page_size };
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
            rewrite(scan, &object, variant, path.is_empty(), !is_php && !object.exports(c"get_module"));
        }
    }
    0
}

/// P-4: which hooks the object gets, by name first.
unsafe fn choose(name: &str, object: &Object, objects: Option<&Objects>) -> Variant {
    let starts_with_any = |list: &[&str]| list.iter().any(|prefix| name.starts_with(prefix));
    let of_user = |list: &[String]| list.iter().any(|prefix| name.starts_with(prefix.as_str()));
    let Some(objects) = objects else { return Variant::Curl };
    // SAFETY: the object is mapped.
    let allowed = unsafe {
        !of_user(&objects.removed)
            && (of_user(&objects.added)
                || (!starts_with_any(DENIED) && (starts_with_any(ALLOWED) || object.exports(c"get_module"))))
    };
    match name {
        _ if !allowed => Variant::None,
        _ if name.starts_with("libcurl") => Variant::Curl,
        _ if name.starts_with("libsqlite3") => Variant::Sleep,
        _ if starts_with_any(PROTOCOLS) => Variant::Protocol,
        _ => Variant::Common,
    }
}

unsafe fn rewrite(scan: &mut Scan, object: &Object, variant: Variant, is_main: bool, is_library: bool) {
    let mut page = OpenPage { size: scan.page_size, address: 0, seal: false };
    let restoring = scan.objects.is_none();
    let mut slots = 0;
    // SAFETY: relocations of a mapped object; the symbol index of a named relocation is inside its symbol table.
    unsafe {
        for (table, count) in object.tables {
            for number in 0..count {
                let entry = &*table.add(number);
                let (kind, symbol) = (entry.info as u32, (entry.info >> 32) as usize);
                let absolute = kind == relocation::ABSOLUTE;
                if symbol == 0 || !(absolute || kind == relocation::JUMP_SLOT || kind == relocation::GLOB_DAT) {
                    continue;
                }
                let symbol = &*object.symbols.add(symbol);
                let Some(hook) = scan.index.find(scan.hooks, object.text(symbol.name.into())) else { continue };
                let slot = (object.base + entry.offset as usize) as *mut usize;
                if !(slot as usize).is_multiple_of(align_of::<usize>()) {
                    continue;
                }
                let value = ptr::read_volatile(slot);
                let real = hook.real as usize;
                let all = [hook.hook, hook.in_libraries, hook.protocol];
                let is_ours = all.iter().any(|ours| value == *ours as usize);
                let ours = match variant {
                    Variant::Protocol => hook.protocol,
                    _ if is_library => hook.in_libraries,
                    _ => hook.hook,
                } as usize;
                if restoring {
                    if is_ours && !page.write(object, slot, real) {
                        scan.report.failed += 1;
                    }
                    continue;
                }
                if is_ours {
                    slots += 1;
                    continue;
                }
                // A pointer in data, or a name that the object defines itself, is redirected only if it means libc's.
                if !(hook.for_variant)(variant) || ((absolute || symbol.section != 0) && value != real) {
                    continue;
                }
                if page.write(object, slot, ours) { slots += 1 } else { scan.report.failed += 1 }
            }
        }
        page.close();
    }
    scan.report.slots += slots;
    scan.report.objects += usize::from(slots > 0);
    scan.report.main_slots += if is_main { slots } else { 0 };
}
