//! Doubly linked lists through their items: nothing is allocated, and an item leaves from wherever it is.
//!
//! [`ListOf`] is the list, for items of one type. An item consists of what it is and of a [`LinkOf`], somewhere in it; [`Listed`]
//! tells where. Which list an item is in, and whether it is in one, its owner knows. An item that is in two lists at once has two
//! links, and its second list a name, `ListOf<T, Name>`: a type that stands for nothing else.
//!
//! [`Link`] and [`List`] stand on it, for items that have to know that themselves: a `Link` remembers its list.

use core::marker::PhantomData;
use core::ptr;

/// The neighbours of a listed item. What it holds while the item is in no list means nothing.
#[repr(C)]
pub struct LinkOf<T> {
    previous: *mut T,
    next: *mut T,
}

impl<T> LinkOf<T> {
    pub const fn new() -> LinkOf<T> {
        LinkOf { previous: ptr::null_mut(), next: ptr::null_mut() }
    }

    /// The item behind this one, or null.
    #[inline(always)]
    pub fn next(&self) -> *mut T {
        self.next
    }

    /// The item before this one, or null.
    #[inline(always)]
    pub fn previous(&self) -> *mut T {
        self.previous
    }

    /// Whether a listed item is the only one of its list.
    #[inline(always)]
    pub fn is_alone(&self) -> bool {
        self.previous.is_null() && self.next.is_null()
    }
}

impl<T> Clone for LinkOf<T> {
    fn clone(&self) -> LinkOf<T> {
        *self
    }
}

impl<T> Copy for LinkOf<T> {}

/// What can be an item of a [`ListOf`] of that name: it stays where it is while it is listed.
///
/// # Safety
/// At `LINK` bytes from the start of the structure lies a `LinkOf<Self>`, which only lists of that name change.
pub unsafe trait Listed<Name = ()>: Sized {
    const LINK: usize;

    /// # Safety
    /// The item is alive.
    #[inline(always)]
    unsafe fn link(this: *mut Self) -> *mut LinkOf<Self> {
        // SAFETY: the implementation promises a link at this place of the item, and the caller that the item is alive.
        unsafe { this.byte_add(Self::LINK).cast() }
    }
}

/// `listed!(Item, link)`: items have their `LinkOf<Item>` in that member. `listed!(Item, link, Name)`: the one for lists of that name.
macro_rules! listed {
    ($item:ty, $link:ident) => {
        $crate::scheduler::list::listed!($item, $link, ());
    };
    ($item:ty, $link:ident, $name:ty) => {
        // SAFETY: the assertion compiles only if the member is a link; it is handed to nothing but lists of this name.
        unsafe impl $crate::scheduler::list::Listed<$name> for $item {
            const LINK: usize = {
                let _: fn(&$item) -> &$crate::scheduler::list::LinkOf<$item> = |item| &item.$link;
                core::mem::offset_of!($item, $link)
            };
        }
    };
}
pub(crate) use listed;

/// Zeroed memory is an empty list. May move as long as nothing else points to it.
#[repr(C)]
pub struct ListOf<T, Name = ()> {
    first: *mut T,
    last: *mut T,
    name: PhantomData<Name>,
}

impl<T, Name> Clone for ListOf<T, Name> {
    fn clone(&self) -> ListOf<T, Name> {
        *self
    }
}

impl<T, Name> Copy for ListOf<T, Name> {}

impl<T: Listed<Name>, Name> ListOf<T, Name> {
    pub const EMPTY: ListOf<T, Name> = ListOf { first: ptr::null_mut(), last: ptr::null_mut(), name: PhantomData };

    /// The item that came first, or null.
    #[inline(always)]
    pub fn first(&self) -> *mut T {
        self.first
    }

    /// The item that came last, or null.
    #[inline(always)]
    pub fn last(&self) -> *mut T {
        self.last
    }

    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.first.is_null()
    }

    /// Puts an item behind all others.
    ///
    /// # Safety
    /// The item is alive and in no list; listed items are alive.
    #[inline(always)]
    pub unsafe fn push_back(this: *mut ListOf<T, Name>, item: *mut T) {
        // SAFETY: the list's last item is listed, so it is alive.
        unsafe {
            let last = ptr::replace(&raw mut (*this).last, item);
            *T::link(item) = LinkOf { previous: last, next: ptr::null_mut() };
            if last.is_null() {
                (*this).first = item;
            } else {
                (*T::link(last)).next = item;
            }
        }
    }

    /// Puts an item before all others.
    ///
    /// # Safety
    /// The item is alive and in no list; listed items are alive.
    #[inline(always)]
    pub unsafe fn push_front(this: *mut ListOf<T, Name>, item: *mut T) {
        // SAFETY: the list's first item is listed, so it is alive.
        unsafe {
            let first = ptr::replace(&raw mut (*this).first, item);
            *T::link(item) = LinkOf { previous: ptr::null_mut(), next: first };
            if first.is_null() {
                (*this).last = item;
            } else {
                (*T::link(first)).previous = item;
            }
        }
    }

    /// Puts an item right before one of this list.
    ///
    /// # Safety
    /// The item is alive and in no list; `after` is in this one; listed items are alive.
    #[inline(always)]
    pub unsafe fn insert_before(this: *mut ListOf<T, Name>, after: *mut T, item: *mut T) {
        // SAFETY: `after` is listed here, and so is the item before it.
        unsafe {
            let before = ptr::replace(&raw mut (*T::link(after)).previous, item);
            *T::link(item) = LinkOf { previous: before, next: after };
            if before.is_null() {
                (*this).first = item;
            } else {
                (*T::link(before)).next = item;
            }
        }
    }

    /// Takes an item out; the order of the others stays.
    ///
    /// # Safety
    /// The item is in this list; listed items are alive.
    #[inline(always)]
    pub unsafe fn remove(this: *mut ListOf<T, Name>, item: *mut T) {
        // SAFETY: the neighbours of a listed item are in the same list.
        unsafe {
            let LinkOf { previous, next } = *T::link(item);
            if previous.is_null() {
                (*this).first = next;
            } else {
                (*T::link(previous)).next = next;
            }
            if next.is_null() {
                (*this).last = previous;
            } else {
                (*T::link(next)).previous = previous;
            }
        }
    }

    /// Takes out this item and all behind it, as a list of their own.
    ///
    /// # Safety
    /// The item is in this list; listed items are alive.
    pub unsafe fn cut(this: *mut ListOf<T, Name>, item: *mut T) -> ListOf<T, Name> {
        // SAFETY: the item before a listed one is in the same list.
        unsafe {
            let before = ptr::replace(&raw mut (*T::link(item)).previous, ptr::null_mut());
            let last = ptr::replace(&raw mut (*this).last, before);
            if before.is_null() {
                (*this).first = ptr::null_mut();
            } else {
                (*T::link(before)).next = ptr::null_mut();
            }
            ListOf { first: item, last, name: PhantomData }
        }
    }

    /// Puts all items of another list behind those of this one, in their order.
    ///
    /// # Safety
    /// Listed items are alive; the other list is not used any more.
    pub unsafe fn append(this: *mut ListOf<T, Name>, other: ListOf<T, Name>) {
        // SAFETY: the last item of this list and the first one of the other are alive.
        unsafe {
            if other.is_empty() {
                return;
            }
            let last = ptr::replace(&raw mut (*this).last, other.last);
            (*T::link(other.first)).previous = last;
            if last.is_null() {
                (*this).first = other.first;
            } else {
                (*T::link(last)).next = other.first;
            }
        }
    }
}

/// The first member of an item that knows whether it is listed. It stays where it is while it is listed, and so does its list.
#[repr(C)]
pub struct Link {
    /// Null while it is in no list.
    list: *mut List,
    neighbours: LinkOf<Link>,
}

listed!(Link, neighbours);

/// Zeroed memory is an empty list.
#[repr(transparent)]
pub struct List(ListOf<Link>);

impl Link {
    pub const fn new() -> Link {
        Link { list: ptr::null_mut(), neighbours: LinkOf::new() }
    }

    #[inline]
    pub fn is_listed(&self) -> bool {
        !self.list.is_null()
    }

    /// The item behind this one, or null.
    #[inline]
    pub fn next(&self) -> *mut Link {
        self.neighbours.next()
    }

    /// Takes an item out of its list. Idempotent.
    ///
    /// # Safety
    /// The item is alive; so are its list and the other items of that.
    pub unsafe fn remove(this: *mut Link) {
        // SAFETY: an item that names a list is in that list, and the caller keeps both alive.
        unsafe {
            let list = ptr::replace(&raw mut (*this).list, ptr::null_mut());
            if list.is_null() {
                return;
            }
            ListOf::remove(&raw mut (*list).0, this);
        }
    }
}

impl List {
    pub const EMPTY: List = List(ListOf::EMPTY);

    /// The item that came first, or null.
    #[inline]
    pub fn first(&self) -> *mut Link {
        self.0.first()
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Puts an item behind all others.
    ///
    /// # Safety
    /// The item is alive and in no list; listed items are alive.
    pub unsafe fn push_back(this: *mut List, link: *mut Link) {
        // SAFETY: the caller's item and list are alive, and the item is in no list.
        unsafe {
            (*link).list = this;
            ListOf::push_back(&raw mut (*this).0, link);
        }
    }

    /// Puts an item before all others.
    ///
    /// # Safety
    /// The item is alive and in no list; listed items are alive.
    pub unsafe fn push_front(this: *mut List, link: *mut Link) {
        // SAFETY: the caller's item and list are alive, and the item is in no list.
        unsafe {
            (*link).list = this;
            ListOf::push_front(&raw mut (*this).0, link);
        }
    }

    /// Takes out the item that came first; null when there is none.
    ///
    /// # Safety
    /// Listed items are alive.
    pub unsafe fn pop_front(this: *mut List) -> *mut Link {
        // SAFETY: the first item of the caller's list is alive.
        unsafe {
            let first = (*this).first();
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

    struct Item {
        name: u8,
        link: LinkOf<Item>,
        second_link: LinkOf<Item>,
    }
    listed!(Item, link);
    enum Second {}
    listed!(Item, second_link, Second);

    impl Item {
        const fn new(name: u8) -> Item {
            Item { name, link: LinkOf::new(), second_link: LinkOf::new() }
        }
    }

    #[test]
    fn items_of_a_type_are_inserted_removed_and_cut_off() {
        let mut items = [b'a', b'b', b'c', b'd', b'e'].map(Item::new);
        let mut list = ListOf::<Item>::EMPTY;
        let (l, at) = (&raw mut list, items.as_mut_ptr());
        // SAFETY: neither moves while items are listed.
        unsafe {
            let both_ways = || {
                let (mut names, mut back) = (Vec::new(), Vec::new());
                let (mut first, mut last) = ((*l).first(), (*l).last());
                while !first.is_null() {
                    names.push((*first).name);
                    first = (*first).link.next();
                }
                while !last.is_null() {
                    back.push((*last).name);
                    last = (*last).link.previous();
                }
                back.reverse();
                assert_eq!(names, back);
                names
            };
            ListOf::push_back(l, at.add(2));
            ListOf::insert_before(l, at.add(2), at.add(0));
            ListOf::insert_before(l, at.add(2), at.add(1));
            ListOf::push_back(l, at.add(3));
            ListOf::push_front(l, at.add(4));
            assert_eq!(both_ways(), b"eabcd");
            ListOf::remove(l, at.add(1));
            ListOf::remove(l, at.add(4));
            assert_eq!(both_ways(), b"acd");
            let rest = ListOf::cut(l, at.add(2));
            assert_eq!(both_ways(), b"a");
            assert!(ptr::eq(rest.last(), (*rest.first()).link.next()));
            ListOf::append(l, rest);
            assert_eq!(both_ways(), b"acd");
            ListOf::append(l, ListOf::EMPTY);
            assert_eq!(both_ways(), b"acd");
            let all = ListOf::cut(l, at.add(0));
            assert!((*l).is_empty() && (*l).last().is_null());
            ListOf::append(l, all);
            assert_eq!(both_ways(), b"acd");
        }
    }

    #[test]
    fn an_item_is_in_lists_of_two_names_at_once() {
        let mut items = [b'a', b'b', b'c'].map(Item::new);
        let (mut list, mut second) = (ListOf::<Item>::EMPTY, ListOf::<Item, Second>::EMPTY);
        let (l, s, at) = (&raw mut list, &raw mut second, items.as_mut_ptr());
        // SAFETY: neither moves while items are listed.
        unsafe {
            for i in 0..3 {
                ListOf::push_back(l, at.add(i));
                ListOf::push_front(s, at.add(i));
            }
            ListOf::remove(s, at.add(1));
            assert!(ptr::eq((*at).link.next(), at.add(1)) && ptr::eq((*at.add(1)).link.next(), at.add(2)));
            assert!(ptr::eq(second.first(), at.add(2)) && ptr::eq((*at.add(2)).second_link.next(), at));
            ListOf::remove(l, at);
            assert!(ptr::eq(list.first(), at.add(1)) && ptr::eq(second.last(), at));
        }
    }
}
