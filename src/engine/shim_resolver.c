/*
 * The state of the DNS resolver: a structure of the C library whose fields only its header knows.
 */
#include <netdb.h>
#include <netinet/in.h>
#include <resolv.h>
#include <string.h>

/* What a question takes over from its caller's state besides the system's configuration; all zero: nothing. */
struct true_async_resolver_options {
	unsigned long options;
	int retrans, retry;
	unsigned ndots;
};
_Static_assert(sizeof(struct true_async_resolver_options) == 24, "Options in engine/resolver.rs has the same fields");

/* The settings of a state that res_ninit() has filled in. */
void true_async_resolver_options(const struct __res_state *state, struct true_async_resolver_options *to)
{
	to->options = state->options;
	to->retrans = state->retrans;
	to->retry = state->retry;
	to->ndots = state->ndots;
}

void true_async_resolver_set_error(struct __res_state *state, int error)
{
	state->res_h_errno = error;
}

/*
 * Asks on any thread, with a state of its own. Returns the length of the answer, or -1 with *error, a number of h_errno. `search`:
 * with the domains of the configuration.
 */
int true_async_resolver_ask(const struct true_async_resolver_options *from, int search, const char *name, int class, int type,
	unsigned char *answer, int room, int *error)
{
	struct __res_state state;
	int length;

	memset(&state, 0, sizeof state);
	if (res_ninit(&state) != 0) {
		*error = NETDB_INTERNAL;
		return -1;
	}
	if (from->options != 0) {
		state.options = from->options;
		state.retrans = from->retrans;
		state.retry = from->retry;
		state.ndots = from->ndots;
	}
	length = search ? res_nsearch(&state, name, class, type, answer, room) : res_nquery(&state, name, class, type, answer, room);
	*error = state.res_h_errno;
	res_nclose(&state);
	return length;
}
