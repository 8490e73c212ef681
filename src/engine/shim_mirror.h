/*
 * Structures and enumerations of the shims that Rust declares as well. Both sides state the same numbers, Rust with `mirrored!`
 * (engine/mirror.rs): what is changed on one side only does not compile.
 */
#ifndef TRUE_ASYNC_SHIM_MIRROR_H
#define TRUE_ASYNC_SHIM_MIRROR_H

#include <stddef.h>

/* The size of a structure and where its last member begins, in bytes. */
#define MIRRORED(type, size, last, offset) \
	_Static_assert(sizeof(type) == (size) && offsetof(type, last) == (offset), #type " is not what Rust takes it for")

/* The last value of an enumeration. */
#define MIRRORED_ENUM(type, last, value) \
	_Static_assert(sizeof(type) == sizeof(int) && (last) == (value), #type " is not what Rust takes it for")

#endif
