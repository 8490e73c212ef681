//! Objects of PHP's own that go through a stream step by step: XMLReader, and the iterators of directories. The stream may be
//! one of user space, so they are left in the middle in PHP code as well: the object itself is the key of a gate.

use super::{Connection, Keys, one, this_of};
use crate::engine::entry::Call;
use crate::engine::wrap::Function;

pub const READER: Connection = Connection::new("XMLReader", this);
pub const DIRECTORY: Connection = Connection::new("directory", this);

unsafe fn this(call: Call) -> Keys {
    // SAFETY: the object of a live call, or null.
    one(unsafe { this_of(call) } as usize)
}

/// Whether a method moves an iterator of a directory. Others only tell where it stands.
pub fn is_directory(function: &Function) -> bool {
    matches!(
        function.class(),
        b"DirectoryIterator" | b"FilesystemIterator" | b"RecursiveDirectoryIterator" | b"GlobIterator"
    ) && matches!(function.name(), b"__construct" | b"next" | b"rewind" | b"seek")
}
