//! Which changes count for a debounced watcher: those of files with certain extensions [primitives/FS-17].

use std::collections::HashSet;

/// Longer ones are ignored.
const LONGEST: usize = 15;

/// Extensions in lower case, without their dots. None at all lets everything pass.
pub struct Filter(HashSet<Box<[u8]>>);

impl Filter {
    pub fn new() -> Filter {
        Filter(HashSet::new())
    }

    /// Adds an extension, with or without a dot before it. One that cannot be one is ignored.
    pub fn add(&mut self, extension: &[u8]) {
        let extension = extension.strip_prefix(b".").unwrap_or(extension);
        if (1..=LONGEST).contains(&extension.len()) {
            self.0.insert(extension.to_ascii_lowercase().into());
        }
    }

    /// Whether a change of the entry counts; `None` for one without a name.
    pub fn passes(&self, name: Option<&[u8]>) -> bool {
        if self.0.is_empty() {
            return true;
        }
        let base = name.and_then(|name| name.rsplit(|byte| *byte == b'/').next()).unwrap_or_default();
        let Some(dot) = base.iter().rposition(|byte| *byte == b'.') else { return false };
        let extension = &base[dot + 1..];
        let mut lower = [0; LONGEST];
        let Some(lower) = lower.get_mut(..extension.len()) else { return false };
        lower.copy_from_slice(extension);
        lower.make_ascii_lowercase();
        self.0.contains(&*lower)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passes(extensions: &[&str], name: Option<&str>) -> bool {
        let mut filter = Filter::new();
        extensions.iter().for_each(|extension| filter.add(extension.as_bytes()));
        filter.passes(name.map(str::as_bytes))
    }

    #[test]
    fn without_extensions_everything_passes() {
        assert!(passes(&[], None));
        assert!(passes(&[], Some("a")));
        assert!(passes(&["", ".", "sixteen-letters!"], Some("a")));
    }

    #[test]
    fn part_after_the_last_dot_of_the_base_name() {
        assert!(passes(&["php"], Some("a.php")));
        assert!(passes(&[".PHP"], Some("dir.d/a.inc.Php")));
        assert!(passes(&["php"], Some(".php")));
        assert!(passes(&["fifteen-letters"], Some("a.FIFTEEN-letters")));
        assert!(!passes(&["php"], Some("a.inc")));
        assert!(!passes(&["php"], Some("dir.php/a")));
        assert!(!passes(&["php"], Some("php")));
        assert!(!passes(&["php"], Some("a.")));
        assert!(!passes(&["php"], Some("a.phpphpphpphpphpphp")));
        assert!(!passes(&["php"], None));
    }
}
