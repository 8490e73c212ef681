//! The boundary's settings (io chapter 17). The INI entries are registered elsewhere; here is what their values mean.

/// What the user asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// `async.io`: 0 = never patch, every blocking call blocks the process.
    pub io: bool,
    /// `async.io_objects`: `+name` adds, `-name` removes objects by the prefix of their file name.
    pub objects: Objects,
    /// `async.io_slice_ms`: a coroutine whose calls never block gives way after this time; 0 = never.
    pub slice_ms: u32,
    /// `async.io_trace`: count the hits of every hook.
    pub trace: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Objects {
    pub added: Vec<String>,
    pub removed: Vec<String>,
}

impl Config {
    pub const DEFAULT: Config =
        Config { io: true, objects: Objects { added: Vec::new(), removed: Vec::new() }, slice_ms: 10, trace: false };

    /// From the values of the four INI entries.
    pub fn parse(io: bool, objects: &str, slice_ms: &str, trace: bool) -> Config {
        Config { io, objects: Objects::parse(objects), slice_ms: parse_slice_ms(slice_ms), trace }
    }
}

/// A number of milliseconds; what is not a number is the default.
pub fn parse_slice_ms(text: &str) -> u32 {
    match text.trim().parse::<i64>() {
        Ok(number) => number.clamp(0, 60_000) as u32,
        Err(_) => Config::DEFAULT.slice_ms,
    }
}

impl Objects {
    /// A comma list of `+name` and `-name`; a bare name adds.
    pub fn parse(text: &str) -> Objects {
        let mut objects = Objects::default();
        for item in text.split(',').map(str::trim) {
            match item.strip_prefix('-') {
                Some(name) if !name.is_empty() => objects.removed.push(name.to_owned()),
                Some(_) => (),
                None => match item.strip_prefix('+').unwrap_or(item) {
                    "" => (),
                    name => objects.added.push(name.to_owned()),
                },
            }
        }
        objects
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn object_lists_add_and_remove() {
        let objects = Objects::parse(" +libfoo, -xdebug.so,libbar,, + , -");
        assert_eq!(objects.added, ["libfoo", "libbar"]);
        assert_eq!(objects.removed, ["xdebug.so"]);
    }

    #[test]
    fn slices_stay_in_range() {
        assert_eq!((parse_slice_ms("5"), parse_slice_ms("-1"), parse_slice_ms("x")), (5, 0, 10));
    }
}
