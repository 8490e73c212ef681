//! Where the relocation slots of a mapped object are, and which of the names in question each is for. Reads only.
//!
//! ```text
//!   PT_DYNAMIC --.
//!                v
//!   DT_JMPREL / DT_RELA   (offset, kind | symbol index) ...      offset + base: the slot, one word
//!   DT_SYMTAB                              `--> (name, section)   section 0: defined elsewhere
//!   DT_STRTAB                                     `--> "poll"
//! ```

use core::ffi::CStr;
use core::ptr;

/// What the processor calls the kinds of relocations that may hold a function's address [io/P-2].
mod relocation {
    const KINDS: (u32, u32, u32) = if cfg!(target_arch = "x86_64") {
        (7, 6, 1)
    } else if cfg!(target_arch = "aarch64") {
        (1026, 1025, 257)
    } else if cfg!(target_arch = "riscv64") {
        // Both in the GOT and in data.
        (5, 2, 2)
    } else if cfg!(all(target_arch = "powerpc64", target_endian = "little")) {
        (21, 20, 38)
    } else {
        panic!("the relocations of this processor are not known")
    };
    pub const JUMP_SLOT: u32 = KINDS.0;
    pub const GLOB_DAT: u32 = KINDS.1;
    pub const ABSOLUTE: u32 = KINDS.2;
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

// As in <elf.h>.
const _: () = assert!(size_of::<Dyn>() == 16 && size_of::<Rela>() == size_of::<libc::Elf64_Rela>());
const _: () = assert!(size_of::<Sym>() == size_of::<libc::Elf64_Sym>());

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
pub(super) struct Object {
    base: usize,
    headers: *const libc::Elf64_Phdr,
    header_count: usize,
    strings: *const u8,
    symbols: *const Sym,
    /// The two relocation tables: pointer and number of entries.
    tables: [(*const Rela, usize); 2],
    gnu_hash: *const u32,
    /// Where its name begins in the strings, or 0.
    pub soname: u64,
}

/// A slot that a relocation with a name fills.
pub(super) struct NamedSlot<'o> {
    pub place: *mut usize,
    pub name: &'o CStr,
    /// A pointer in data, not in the table for calls.
    pub is_absolute: bool,
    /// The object defines the name itself.
    pub is_defined: bool,
}

impl Object {
    /// # Safety
    /// The loader's description of an object that stays mapped.
    pub(super) unsafe fn read(info: &libc::dl_phdr_info) -> Option<Object> {
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

    /// # Safety
    /// An offset into the object's string table.
    pub(super) unsafe fn text(&self, offset: u64) -> &CStr {
        // SAFETY: offsets into the object's own string table.
        unsafe { CStr::from_ptr(self.strings.add(offset as usize).cast()) }
    }

    /// Whether an address belongs to the object.
    pub(super) fn contains(&self, address: usize) -> bool {
        self.headers().iter().any(|header| {
            let start = self.base + header.p_vaddr as usize;
            header.p_type == libc::PT_LOAD && (start..start + header.p_memsz as usize).contains(&address)
        })
    }

    /// Whether the object itself defines `name` (GNU hash table: bloom filter, buckets, chains).
    ///
    /// # Safety
    /// The object is mapped.
    pub(super) unsafe fn exports(&self, name: &CStr) -> bool {
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

    /// The aligned slots of relocations that have a name and are of a kind that holds an address.
    ///
    /// # Safety
    /// The object is mapped.
    pub(super) unsafe fn named_slots(&self) -> impl Iterator<Item = NamedSlot<'_>> {
        let slot = |table: *const Rela, number: usize| {
            // SAFETY: an entry of one of the tables; the symbol index of a named relocation is inside its symbol table.
            unsafe {
                let entry = &*table.add(number);
                let (kind, symbol) = (entry.info as u32, (entry.info >> 32) as usize);
                let is_absolute = kind == relocation::ABSOLUTE;
                if symbol == 0 || !(is_absolute || kind == relocation::JUMP_SLOT || kind == relocation::GLOB_DAT) {
                    return None;
                }
                let place = (self.base + entry.offset as usize) as *mut usize;
                if !place.is_aligned() {
                    return None;
                }
                let symbol = &*self.symbols.add(symbol);
                let name = self.text(symbol.name.into());
                Some(NamedSlot { place, name, is_absolute, is_defined: symbol.section != 0 })
            }
        };
        self.tables.iter().flat_map(move |&(table, count)| (0..count).filter_map(move |number| slot(table, number)))
    }

    fn headers(&self) -> &[libc::Elf64_Phdr] {
        // SAFETY: `read` was given these by the loader, under whose lock the object stays mapped.
        unsafe { core::slice::from_raw_parts(self.headers, self.header_count) }
    }

    /// Whether the loader made the page of `address` read-only after relocation; `None` if it never was writable.
    pub(super) fn is_sealed(&self, address: usize, page: usize) -> Option<bool> {
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

/// Names by hash: 86 objects with a linear compare took 6-9 ms. Holds their numbers; the names stay where they are.
pub(super) struct Index {
    table: [u8; 256],
}

impl Index {
    /// Fewer than 255 names.
    pub(super) fn new<'n>(names: impl Iterator<Item = &'n CStr>) -> Index {
        let mut index = Index { table: [u8::MAX; 256] };
        for (number, name) in names.enumerate() {
            let mut place = Self::hash(name.to_bytes());
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

    /// The number of a name.
    pub(super) fn find<'n>(&self, name: &CStr, name_of: impl Fn(usize) -> &'n CStr) -> Option<usize> {
        let mut place = Self::hash(name.to_bytes());
        while self.table[place] != u8::MAX {
            let number = self.table[place] as usize;
            if name_of(number) == name {
                return Some(number);
            }
            place = (place + 1) % 256;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    // Tables of a test outlive the object that is made of them; saying so at every call would drown the test.
    #![allow(clippy::undocumented_unsafe_blocks)]

    use super::*;
    use core::ffi::{c_int, c_void};

    const STRINGS: &[u8] = b"\0poll\0sleep\0read\0";
    const POLL: u32 = 1;
    const SLEEP: u32 = 6;
    const READ: u32 = 12;

    fn symbol(name: u32, section: u16) -> Sym {
        Sym { name, _info: 0, _other: 0, section, _value: 0, _size: 0 }
    }

    fn entry(offset: usize, symbol: u64, kind: u32) -> Rela {
        Rela { offset: offset as u64, info: symbol << 32 | u64::from(kind), _addend: 0 }
    }

    fn object(base: usize, symbols: &[Sym], tables: [&[Rela]; 2]) -> Object {
        Object {
            base,
            headers: ptr::NonNull::dangling().as_ptr(),
            header_count: 0,
            strings: STRINGS.as_ptr(),
            symbols: symbols.as_ptr(),
            tables: tables.map(|table| (table.as_ptr(), table.len())),
            gnu_hash: ptr::null(),
            soname: 0,
        }
    }

    fn header(kind: u32, flags: u32, start: u64, size: u64) -> libc::Elf64_Phdr {
        libc::Elf64_Phdr {
            p_type: kind,
            p_flags: flags,
            p_offset: 0,
            p_vaddr: start,
            p_paddr: start,
            p_filesz: size,
            p_memsz: size,
            p_align: 1,
        }
    }

    #[test]
    fn slots_with_a_name_are_found_in_both_tables() {
        let symbols = [symbol(0, 0), symbol(POLL, 0), symbol(SLEEP, 7), symbol(READ, 0)];
        let plt = [entry(8, 1, relocation::JUMP_SLOT), entry(16, 2, relocation::JUMP_SLOT)];
        let data = [entry(24, 3, relocation::GLOB_DAT), entry(32, 1, relocation::ABSOLUTE)];
        let object = object(0x1000, &symbols, [&plt, &data]);
        let found: Vec<_> = unsafe { object.named_slots() }
            .map(|slot| (slot.place as usize, slot.name.to_str().unwrap(), slot.is_absolute, slot.is_defined))
            .collect();
        assert_eq!(
            found,
            [
                (0x1008, "poll", false, false),
                (0x1010, "sleep", false, true),
                (0x1018, "read", false, false),
                (0x1020, "poll", true, false),
            ]
        );
    }

    #[test]
    fn other_relocations_are_no_slots() {
        let symbols = [symbol(0, 0), symbol(POLL, 0)];
        let kinds = [relocation::JUMP_SLOT, relocation::GLOB_DAT, relocation::ABSOLUTE];
        // Without a name; of another kind; not aligned.
        let mut table: Vec<Rela> = kinds.iter().map(|&kind| entry(8, 0, kind)).collect();
        table.extend((0..2000).filter(|kind| !kinds.contains(kind)).map(|kind| entry(8, 1, kind)));
        table.extend(kinds.iter().flat_map(|&kind| (1..8).map(move |offset| entry(offset, 1, kind))));
        let object = object(0x1000, &symbols, [&table, &[]]);
        assert_eq!(unsafe { object.named_slots() }.count(), 0);
    }

    #[test]
    fn only_the_segments_of_an_object_belong_to_it() {
        let headers = [header(libc::PT_LOAD, libc::PF_R, 0x100, 0x20), header(libc::PT_NOTE, libc::PF_R, 0x200, 0x20)];
        let mut object = object(0x1000, &[], [&[], &[]]);
        (object.headers, object.header_count) = (headers.as_ptr(), headers.len());
        assert_eq!(
            [0x10ff, 0x1100, 0x111f, 0x1120, 0x1200].map(|at| object.contains(at)),
            [false, true, true, false, false]
        );
    }

    #[test]
    fn whole_pages_of_what_is_relocated_are_sealed() {
        const PAGE: usize = 0x1000;
        // What is relocated ends in the middle of the third page, which therefore stays writable.
        let headers = [
            header(libc::PT_LOAD, libc::PF_R, 0, 0x1000),
            header(libc::PT_LOAD, libc::PF_R | libc::PF_W, 0x1000, 0x4000),
            header(libc::PT_GNU_RELRO, libc::PF_R, 0x1800, 0x2000),
        ];
        let mut object = object(0x10_0000, &[], [&[], &[]]);
        (object.headers, object.header_count) = (headers.as_ptr(), headers.len());
        let sealed =
            [0x10_0ff8, 0x10_1000, 0x10_1800, 0x10_2ff8, 0x10_3000, 0x10_4000].map(|at| object.is_sealed(at, PAGE));
        assert_eq!(sealed, [None, Some(true), Some(true), Some(true), Some(false), Some(false)]);
    }

    #[test]
    fn defined_names_are_exported() {
        // One bucket, no bloom filter: symbols 1 and 2 in one chain. The last word of a chain is odd.
        let hash =
            |name: &CStr| name.to_bytes().iter().fold(5381u32, |h, &b| h.wrapping_mul(33).wrapping_add(b.into()));
        let symbols = [symbol(0, 0), symbol(POLL, 7), symbol(SLEEP, 0)];
        let table = [1, 1, 0, 0, 1, hash(c"poll") & !1, hash(c"sleep") | 1];
        let mut object = object(0, &symbols, [&[], &[]]);
        assert!(!unsafe { object.exports(c"poll") }, "without a table");
        object.gnu_hash = table.as_ptr();
        assert!(unsafe { object.exports(c"poll") });
        assert!(!unsafe { object.exports(c"sleep") }, "defined elsewhere");
        assert!(!unsafe { object.exports(c"read") });
    }

    /// What the loader has mapped: this program and the C library.
    #[test]
    fn objects_of_the_loader_are_read() {
        #[derive(Default)]
        struct Seen {
            libraries: usize,
            slots: usize,
            wrong: Vec<String>,
        }
        unsafe extern "C" fn look(info: *mut libc::dl_phdr_info, _: usize, seen: *mut c_void) -> c_int {
            unsafe {
                let seen = &mut *seen.cast::<Seen>();
                let path = CStr::from_ptr((*info).dlpi_name);
                let Some(object) = Object::read(&*info) else { return 0 };
                if object.soname != 0 && object.text(object.soname).to_bytes().starts_with(b"libc.") {
                    seen.libraries += usize::from(object.exports(c"malloc") && !object.exports(c"true_async"));
                    assert!(object.contains(libc::getpid as *const () as usize));
                }
                if path.is_empty() {
                    for slot in object.named_slots().filter(|slot| slot.name == c"malloc" || slot.name == c"free") {
                        let real = libc::dlsym(libc::RTLD_DEFAULT, slot.name.as_ptr()) as usize;
                        let value = ptr::read_volatile(slot.place);
                        seen.slots += 1;
                        // Not bound yet, it leads back into the object.
                        if value != real && !object.contains(value) {
                            seen.wrong.push(format!("{:?}: {value:x}, not {real:x}", slot.name));
                        }
                    }
                }
            }
            0
        }
        let mut seen = Seen::default();
        unsafe { libc::dl_iterate_phdr(Some(look), (&raw mut seen).cast()) };
        assert_eq!(seen.libraries, 1);
        assert!(seen.slots > 0);
        assert_eq!(seen.wrong, Vec::<String>::new());
    }

    #[test]
    fn names_are_found_among_many_with_the_same_hash() {
        let names: Vec<_> = (0..200).map(|number| std::ffi::CString::new(format!("name{number}")).unwrap()).collect();
        let places: std::collections::HashSet<_> = names.iter().map(|name| Index::hash(name.to_bytes())).collect();
        assert!(places.len() < names.len());
        let index = Index::new(names.iter().map(|name| name.as_c_str()));
        for (number, name) in names.iter().enumerate() {
            assert_eq!(index.find(name, |number| names[number].as_c_str()), Some(number));
        }
        for number in 200..2000 {
            let name = std::ffi::CString::new(format!("name{number}")).unwrap();
            assert_eq!(index.find(&name, |number| names[number].as_c_str()), None);
        }
        assert_eq!(Index::new([].into_iter()).find(c"poll", |_| unreachable!()), None);
    }
}
