//! Structures and enumerations that C declares as well: both sides state the same numbers, so that what is changed on one side
//! only does not compile. The shims' side is shim_mirror.h.

/// The size of a structure and where its last member begins, in bytes; or the last value of an enumeration.
macro_rules! mirrored {
    ($type:ty, $size:literal, $last:ident at $offset:literal) => {
        const _: () = assert!(size_of::<$type>() == $size && core::mem::offset_of!($type, $last) == $offset);
    };
    (enum $type:ty, $last:ident = $value:literal) => {
        const _: () = assert!(size_of::<$type>() == 4 && <$type>::$last as u32 == $value);
    };
}

pub(crate) use mirrored;
