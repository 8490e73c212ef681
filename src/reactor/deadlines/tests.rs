// Nodes of a test outlive the deadlines they are in; saying so at every call would drown the test.
#![allow(clippy::undocumented_unsafe_blocks)]

use super::*;

unsafe fn ignore(_: *mut TimerNode) {}

fn node(deadline_ns: u64) -> TimerNode {
    TimerNode { deadline_ns, ..TimerNode::new(ignore) }
}

/// xorshift: the same numbers in every run.
fn random(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

#[test]
fn nodes_leave_in_order_of_deadline() {
    let mut state = 1;
    let mut nodes: Vec<TimerNode> = (0..10_000).map(|_| node(random(&mut state) % 5_000)).collect();
    let mut deadlines = Deadlines::new();
    for node in &mut nodes {
        unsafe { deadlines.insert(node) };
    }
    let mut previous = 0;
    for _ in 0..10_000 {
        let node = deadlines.pop_due(u64::MAX);
        let deadline = unsafe { (*node).deadline_ns };
        assert!(deadline >= previous);
        previous = deadline;
    }
    assert!((deadlines.len() == 0) && deadlines.visible() == 0);
}

#[test]
fn equal_deadlines_leave_in_order_of_insertion() {
    let mut nodes: Vec<TimerNode> = (0..1_000).map(|_| node(7)).collect();
    let mut deadlines = Deadlines::new();
    for node in &mut nodes {
        unsafe { deadlines.insert(node) };
    }
    for node in &mut nodes {
        assert!(ptr::eq(deadlines.pop_due(7), node));
    }
}

#[test]
fn removed_nodes_never_leave_and_the_rest_stays_ordered() {
    let mut state = 99;
    let mut nodes: Vec<TimerNode> = (0..5_000).map(|_| node(random(&mut state) % 1_000)).collect();
    let mut deadlines = Deadlines::new();
    for node in &mut nodes {
        unsafe { deadlines.insert(node) };
    }
    for node in nodes.iter_mut().step_by(3) {
        unsafe { deadlines.remove(node) };
        unsafe { deadlines.remove(node) };
        node.deadline_ns = u64::MAX;
    }
    let mut previous = 0;
    while deadlines.len() != 0 {
        let deadline = unsafe { (*deadlines.pop_due(u64::MAX)).deadline_ns };
        assert!(deadline >= previous && deadline != u64::MAX);
        previous = deadline;
    }
    assert!(nodes.iter().all(|node| !node.is_armed()));
}

#[test]
fn nothing_leaves_before_its_deadline() {
    let mut early = node(100);
    let mut deadlines = Deadlines::new();
    unsafe { deadlines.insert(&mut early) };
    assert!(deadlines.pop_due(99).is_null());
    assert_eq!(deadlines.earliest(), Some(100));
    assert!(ptr::eq(deadlines.pop_due(100), &early));
}

#[test]
fn hidden_nodes_are_not_work() {
    let mut hidden = TimerNode { hidden: true, ..node(1) };
    let mut deadlines = Deadlines::new();
    unsafe { deadlines.insert(&mut hidden) };
    assert_eq!((deadlines.len(), deadlines.visible()), (1, 0));
    unsafe { deadlines.remove(&mut hidden) };
    assert_eq!((deadlines.len(), deadlines.visible()), (0, 0));
}

/// Waits of a few lengths that are armed, taken back and due at any time: against an ordinary sorted map.
#[test]
fn any_mixture_leaves_as_from_a_sorted_map() {
    use std::collections::BTreeMap;
    const LENGTHS: [u64; 7] = [0, 10, 60_000, 60_000, 60_000, 5_000, 3_600_000];
    let mut state = 7;
    let mut nodes: Vec<TimerNode> = (0..2_000).map(|_| node(0)).collect();
    let first: *mut TimerNode = nodes.as_mut_ptr();
    let mut armed: BTreeMap<(u64, u64), usize> = BTreeMap::new();
    let mut keys = vec![(0, 0); nodes.len()];
    let mut deadlines = Deadlines::new();
    for step in 0..400_000 {
        let now = step / 8;
        let which = random(&mut state) as usize % nodes.len();
        let node = unsafe { first.add(which) };
        unsafe {
            if (*node).is_armed() {
                deadlines.remove(node);
                assert_eq!(armed.remove(&keys[which]), Some(which));
            } else {
                let any = random(&mut state);
                let length =
                    if any.is_multiple_of(4) { any / 4 % 100_000 } else { LENGTHS[(any / 4) as usize % LENGTHS.len()] };
                (*node).deadline_ns = now + length;
                (*node).hidden = any.is_multiple_of(3);
                deadlines.insert(node);
                keys[which] = (now + length, step);
                armed.insert(keys[which], which);
            }
        }
        while let Some((&(deadline, sequence), &which)) =
            armed.first_key_value().filter(|((deadline, _), _)| *deadline <= now)
        {
            assert_eq!(deadlines.earliest(), Some(deadline));
            assert!(ptr::eq(deadlines.pop_due(now), unsafe { first.add(which) }));
            armed.remove(&(deadline, sequence));
        }
        assert!(deadlines.pop_due(now).is_null());
        assert_eq!(deadlines.earliest(), armed.first_key_value().map(|(key, _)| key.0));
        assert_eq!(deadlines.len(), armed.len());
        let visible = |which: &&usize| unsafe { !(*first.add(**which)).hidden };
        if step.is_multiple_of(1_000) {
            assert_eq!(deadlines.visible(), armed.values().filter(visible).count());
        }
    }
    deadlines.clear();
    assert!(nodes.iter().all(|node| !node.is_armed()));
}

/// Time limits of one length, beside some that last for hours and were armed latest first: no other node is touched.
#[test]
fn waits_of_one_length_stay_out_of_the_heap() {
    let mut long: Vec<TimerNode> = (0..6).map(|hours| node(3_600_000 * (10 - hours))).collect();
    let mut short: Vec<TimerNode> = (0..100).map(|_| node(0)).collect();
    let mut deadlines = Deadlines::new();
    for node in &mut long {
        unsafe { deadlines.insert(node) };
    }
    for now in 0..10_000_usize {
        let node = &mut short[now % 100];
        unsafe { deadlines.remove(node) };
        node.deadline_ns = 60_000 + now as u64;
        unsafe { deadlines.insert(node) };
    }
    assert_eq!(deadlines.len(), 106);
    assert!(deadlines.heap.iter().count() <= long.len() + PATIENCE);
}

#[test]
fn a_seed_scatters_equal_deadlines() {
    let order = |seed: Option<u64>| {
        let mut nodes: Vec<TimerNode> = (0..50).map(|_| node(7)).collect();
        let first: *mut TimerNode = nodes.as_mut_ptr();
        let mut deadlines = Deadlines::new();
        if let Some(seed) = seed {
            deadlines.scatter(seed);
        }
        for place in 0..50 {
            unsafe { deadlines.insert(first.add(place)) };
        }
        (0..50).map(|_| unsafe { deadlines.pop_due(7).offset_from(first) }).collect::<Vec<_>>()
    };
    assert_eq!(order(None), (0..50).collect::<Vec<_>>());
    assert_ne!(order(Some(0x9e37_79b9_7f4a_7c15)), order(None));
    assert_eq!(order(Some(1 << 63)), order(Some(1 << 63)));
}
