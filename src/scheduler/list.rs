//! Doubly linked lists through their items: nothing is allocated, and an item leaves from wherever it is.

use core::ptr;

/// The first member of every item. An item stays where it is while it is listed, and so does its list.
#[repr(C)]
pub struct Link {
    /// Null while it is in no list.
    list: *mut List,
    previous: *mut Link,
    next: *mut Link,
}

/// Zeroed memory is an empty list.
#[repr(C)]
pub struct List {
    first: *mut Link,
    last: *mut Link,
}

impl Link {
    pub const fn new() -> Link {
        Link { list: ptr::null_mut(), previous: ptr::null_mut(), next: ptr::null_mut() }
    }

    #[inline]
    pub fn is_listed(&self) -> bool {
        !self.list.is_null()
    }

    /// The item behind this one, or null.
    #[inline]
    pub fn next(&self) -> *mut Link {
        self.next
    }

    /// Takes an item out of its list. Idempotent.
    ///
    /// # Safety
    /// Valid.
    pub unsafe fn remove(this: *mut Link) {
        // SAFETY: the list and its items are alive.
        unsafe {
            let list = ptr::replace(&raw mut (*this).list, ptr::null_mut());
            if list.is_null() {
                return;
            }
            let (previous, next) = ((*this).previous, (*this).next);
            *(if previous.is_null() { &raw mut (*list).first } else { &raw mut (*previous).next }) = next;
            *(if next.is_null() { &raw mut (*list).last } else { &raw mut (*next).previous }) = previous;
        }
    }
}

impl List {
    pub const EMPTY: List = List { first: ptr::null_mut(), last: ptr::null_mut() };

    /// The item that came first, or null.
    #[inline]
    pub fn first(&self) -> *mut Link {
        self.first
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.first.is_null()
    }

    /// Puts an item behind all others.
    ///
    /// # Safety
    /// The item is in no list.
    pub unsafe fn push_back(this: *mut List, link: *mut Link) {
        // SAFETY: listed items are alive.
        unsafe {
            let last = ptr::replace(&raw mut (*this).last, link);
            *link = Link { list: this, previous: last, next: ptr::null_mut() };
            *(if last.is_null() { &raw mut (*this).first } else { &raw mut (*last).next }) = link;
        }
    }

    /// Puts an item before all others.
    ///
    /// # Safety
    /// The item is in no list.
    pub unsafe fn push_front(this: *mut List, link: *mut Link) {
        // SAFETY: listed items are alive.
        unsafe {
            let first = ptr::replace(&raw mut (*this).first, link);
            *link = Link { list: this, previous: ptr::null_mut(), next: first };
            *(if first.is_null() { &raw mut (*this).last } else { &raw mut (*first).previous }) = link;
        }
    }

    /// Takes out the item that came first; null when there is none.
    ///
    /// # Safety
    /// Listed items are alive.
    pub unsafe fn pop_front(this: *mut List) -> *mut Link {
        // SAFETY: forwarded.
        unsafe {
            let first = (*this).first;
            if !first.is_null() {
                Link::remove(first);
            }
            first
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    unsafe fn order(list: &List, links: &[Link]) -> Vec<usize> {
        let mut found = Vec::new();
        let mut at = list.first();
        while !at.is_null() {
            found.push(links.iter().position(|link| ptr::eq(link, at)).unwrap());
            // SAFETY: a listed item.
            at = unsafe { (*at).next() };
        }
        found
    }

    #[test]
    fn items_leave_from_wherever_they_are() {
        let mut links = [const { Link::new() }; 4];
        let mut list = List::EMPTY;
        let (l, at) = (&raw mut list, links.as_mut_ptr());
        // SAFETY: neither moves while items are listed.
        unsafe {
            for i in 0..3 {
                List::push_back(l, at.add(i));
            }
            List::push_front(l, at.add(3));
            assert_eq!(order(&list, &links), [3, 0, 1, 2]);
            Link::remove(at.add(0));
            Link::remove(at.add(0));
            assert_eq!(order(&list, &links), [3, 1, 2]);
            Link::remove(at.add(2));
            List::push_back(l, at.add(0));
            assert_eq!(order(&list, &links), [3, 1, 0]);
            assert!(ptr::eq(List::pop_front(l), at.add(3)));
            assert!(!links[3].is_listed() && links[1].is_listed());
            List::pop_front(l);
            List::pop_front(l);
            assert!(list.is_empty() && List::pop_front(l).is_null());
        }
    }
}
