/* What extensions call around a fork (ABI-164), and the life of the loop (ABI-146). */
#include "async_abi_test.h"

#include <arpa/inet.h>
#include <sys/wait.h>
#include <unistd.h>

static void sleeper(void) { test_sleep(1); }

/* async_test_before_fork(): void */
ZEND_FUNCTION(async_test_before_fork)
{
	ZEND_PARSE_PARAMETERS_NONE();

	php_printf("active %s: %s\n", TEST_BOOL(ZEND_ASYNC_IS_ACTIVE), TEST_BOOL(ZEND_ASYNC_BEFORE_FORK()));
	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL) {
		return;
	}
	php_printf("only main: %s\n", TEST_BOOL(ZEND_ASYNC_BEFORE_FORK()));
	zend_coroutine_t *coroutine = test_spawn(sleeper, NULL, NULL);
	ZEND_ASYNC_EVENT_ADD_REF(&coroutine->event);
	php_printf("another coroutine: %s\n", TEST_BOOL(ZEND_ASYNC_BEFORE_FORK()));
	test_print_exception("refused");
	test_await_coroutine(coroutine);
	ZEND_ASYNC_EVENT_RELEASE(&coroutine->event);
	php_printf("it has ended: %s\n", TEST_BOOL(ZEND_ASYNC_BEFORE_FORK()));

	zend_async_state_t state = ZEND_ASYNC_G(state);
	ZEND_ASYNC_G(state) = ZEND_ASYNC_OFF;
	php_printf("off: %s\n", TEST_BOOL(ZEND_ASYNC_BEFORE_FORK()));
	ZEND_ASYNC_G(state) = state;

	zend_async_before_fork_t before = zend_async_before_fork_fn;
	zend_async_after_fork_child_t after = zend_async_after_fork_child_fn;
	zend_async_fork_register(NULL, NULL);
	php_printf("without the slots: %s\n", TEST_BOOL(ZEND_ASYNC_BEFORE_FORK()));
	ZEND_ASYNC_AFTER_FORK_CHILD();
	zend_async_fork_register(before, after);
}

typedef struct {
	zend_async_event_callback_t base;
	unsigned int *told;
	int *accepted;
} counter_t;

static void count_call(zend_async_event_t *event, zend_async_event_callback_t *base, void *result, zend_object *exception)
{
	counter_t *counter = (counter_t *) base;

	(*counter->told)++;
	if (counter->accepted != NULL && result != NULL) {
		*counter->accepted = *(zend_socket_t *) result;
	}
}

static void count_calls(zend_async_event_t *event, unsigned int *told, int *accepted)
{
	counter_t *counter = (counter_t *) zend_async_event_callback_new(count_call, sizeof(counter_t));

	counter->told = told;
	counter->accepted = accepted;
	event->add_callback(event, &counter->base);
}

static void until(unsigned int *told, unsigned int count)
{
	for (int i = 0; i < 5000 && *told < count; i++) {
		test_sleep(1);
	}
}

static int connect_to(int port)
{
	struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons((uint16_t) port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	int client = socket(AF_INET, SOCK_STREAM, 0);

	if (connect(client, (struct sockaddr *) &address, sizeof(address)) != 0) {
		php_printf("not connected\n");
	}

	return client;
}

static void answer(zend_async_task_t *task) { *(int *) task->data = 42; }

/* async_test_fork(): bool - whether this is the child. Both go on with events that were made before. */
ZEND_FUNCTION(async_test_fork)
{
	unsigned int rung = 0, connected = 0, done = 0;
	int accepted = -1, port = 0, output = 0, status = 0;
	int ready[2];

	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASYNC_SCHEDULER_INIT();
	if (EG(exception) != NULL) {
		return;
	}

	zend_async_trigger_event_t *trigger = ZEND_ASYNC_NEW_TRIGGER_EVENT();
	zend_async_trigger_event_t *rung_before = ZEND_ASYNC_NEW_TRIGGER_EVENT();
	zend_async_listen_event_t *listen_event = ZEND_ASYNC_SOCKET_LISTEN("127.0.0.1", 0, 16);
	unsigned int rung_early = 0;
	count_calls(&trigger->base, &rung, NULL);
	count_calls(&rung_before->base, &rung_early, NULL);
	count_calls(&listen_event->base, &connected, &accepted);
	listen_event->get_local_address(listen_event, NULL, 0, &port);
	trigger->base.start(&trigger->base);
	listen_event->base.start(&listen_event->base);
	test_sleep(1);
	rung_before->trigger(rung_before);
	php_output_flush_all();
	if (pipe(ready) != 0 || !ZEND_ASYNC_BEFORE_FORK()) {
		return;
	}

	pid_t child = fork();
	if (child == 0) {
		ZEND_ASYNC_AFTER_FORK_CHILD();
		until(&rung_early, 1);
		trigger->trigger(trigger);
		until(&rung, 1);
		int client = connect_to(port);
		until(&connected, 1);
		zend_async_task_t *task = ZEND_ASYNC_NEW_TASK(answer, &output);
		count_calls(&task->base, &done, NULL);
		ZEND_ASYNC_QUEUE_TASK(task);
		until(&done, 1);
		php_printf("child: rung before %u, rung %u, connected %u, task %d, counted %u\n", rung_early, rung, connected, output,
				ZEND_ASYNC_ACTIVE_EVENT_COUNT);
		ZEND_ASYNC_EVENT_RELEASE(&task->base);
		close(client);
	} else {
		/* The child accepts, this does not. */
		listen_event->base.stop(&listen_event->base);
		while (waitpid(child, &status, 0) != child) {
		}
		until(&rung_early, 1);
		for (int i = 0; i < 5; i++) {
			test_sleep(1);
		}
		php_printf("parent: child %d, rung before %u, rung %u, connected %u\n", status, rung_early, rung, connected);
	}
	close(ready[0]);
	close(ready[1]);
	if (accepted >= 0) {
		close(accepted);
	}
	ZEND_ASYNC_EVENT_RELEASE(&trigger->base);
	ZEND_ASYNC_EVENT_RELEASE(&rung_before->base);
	ZEND_ASYNC_EVENT_RELEASE(&listen_event->base);
	php_printf("%s: counted %u\n", child == 0 ? "child" : "parent", ZEND_ASYNC_ACTIVE_EVENT_COUNT);
	RETURN_BOOL(child == 0);
}

/* async_test_loop(): void - the slots around the loop itself, before anything is launched. */
ZEND_FUNCTION(async_test_loop)
{
	ZEND_PARSE_PARAMETERS_NONE();

	php_printf("before: now %s, alive %s\n", ZEND_ASYNC_NOW() == 0 ? "0" : "not 0", TEST_BOOL(ZEND_ASYNC_REACTOR_LOOP_ALIVE()));
	php_printf("shut down %s\n", TEST_BOOL(ZEND_ASYNC_REACTOR_SHUTDOWN()));
	bool started = ZEND_ASYNC_REACTOR_STARTUP(), started_again = ZEND_ASYNC_REACTOR_STARTUP();
	php_printf("started %s, again %s\n", TEST_BOOL(started), TEST_BOOL(started_again));
	uint64_t now = ZEND_ASYNC_NOW();
	php_printf("now %s, alive %s\n", now == 0 ? "0" : "not 0", TEST_BOOL(ZEND_ASYNC_REACTOR_LOOP_ALIVE()));
	zend_async_timer_event_t *timer = ZEND_ASYNC_NEW_TIMER_EVENT(5, false);
	timer->base.start(&timer->base);
	php_printf("a timer: alive %s", TEST_BOOL(ZEND_ASYNC_REACTOR_LOOP_ALIVE()));
	/* A coroutine of the header's own calls would launch the scheduler: this is the loop alone. */
	ZEND_ASYNC_SCHEDULER_CONTEXT = true;
	unsigned int turns = 0;
	while (ZEND_ASYNC_REACTOR_EXECUTE(false) && turns < 1000) {
		turns++;
	}
	ZEND_ASYNC_SCHEDULER_CONTEXT = false;
	php_printf(", later %s, now has gone on %s\n", TEST_BOOL(ZEND_ASYNC_REACTOR_LOOP_ALIVE()), TEST_BOOL(ZEND_ASYNC_NOW() >= now + 5));
	php_printf("closed %s\n", TEST_BOOL(ZEND_ASYNC_EVENT_IS_CLOSED(&timer->base)));
	ZEND_ASYNC_EVENT_RELEASE(&timer->base);
	ZEND_ASYNC_REACTOR_QUIESCE();
	php_printf("processors %s\n", TEST_BOOL(ZEND_ASYNC_AVAILABLE_PARALLELISM() >= 1));

	timer = ZEND_ASYNC_NEW_TIMER_EVENT(5, false);
	timer->base.start(&timer->base);
	bool stopped = ZEND_ASYNC_REACTOR_SHUTDOWN(), stopped_again = ZEND_ASYNC_REACTOR_SHUTDOWN();
	php_printf("shut down %s, again %s, alive %s, now %s\n", TEST_BOOL(stopped), TEST_BOOL(stopped_again),
			TEST_BOOL(ZEND_ASYNC_REACTOR_LOOP_ALIVE()), ZEND_ASYNC_NOW() == 0 ? "0" : "not 0");
	ZEND_ASYNC_EVENT_RELEASE(&timer->base);
	php_printf("counted %u\n", ZEND_ASYNC_ACTIVE_EVENT_COUNT);
	php_printf("started %s\n", TEST_BOOL(ZEND_ASYNC_REACTOR_STARTUP()));

	zend_async_state_t state = ZEND_ASYNC_G(state);
	ZEND_ASYNC_REACTOR_SHUTDOWN();
	ZEND_ASYNC_G(state) = ZEND_ASYNC_OFF;
	php_printf("off: started %s\n", TEST_BOOL(ZEND_ASYNC_REACTOR_STARTUP()));
	ZEND_ASYNC_G(state) = state;
	test_print_exception("off");
}
