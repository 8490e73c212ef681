/*
 * Recipes of docs/extension-authors.md: an internal coroutine that works in the background, data of its own for every coroutine, a
 * handler that sees it come and go, and a microtask.
 *
 * The extension keeps a journal: every coroutine writes lines, which a background coroutine collects.
 */
#include "php.h"
#include "zend_async_API.h"

/* recipe: internal-context */
/* What every coroutine has of its own. */
typedef struct {
	zend_long lines;
	zend_long entered;
	zend_long left;
} journal_data_t;

static uint32_t journal_key;

static bool journal_switched(zend_coroutine_t *coroutine, bool is_enter, bool is_finishing);

static journal_data_t *journal_data(zend_coroutine_t *coroutine, bool create)
{
	zval *found = ZEND_ASYNC_INTERNAL_CONTEXT_FIND(coroutine, journal_key);

	if (found != NULL) {
		return Z_PTR_P(found);
	}
	if (!create) {
		return NULL;
	}

	zval value;
	ZVAL_PTR(&value, ecalloc(1, sizeof(journal_data_t)));
	ZEND_ASYNC_INTERNAL_CONTEXT_SET(coroutine, journal_key, &value);
	ZEND_COROUTINE_ADD_SWITCH_HANDLER(coroutine, journal_switched);

	return Z_PTR(value);
}
/* end */

static zend_long finished, collected;

/* recipe: switch-handler */
/* Called whenever the coroutine is entered, left and finished; false takes the handler away. It must not suspend or throw. */
static bool journal_switched(zend_coroutine_t *coroutine, bool is_enter, bool is_finishing)
{
	journal_data_t *data = journal_data(coroutine, false);

	if (data == NULL) {
		return false;
	}
	if (is_finishing) {
		finished++;
		ZEND_ASYNC_INTERNAL_CONTEXT_UNSET(coroutine, journal_key);
		efree(data);
		return false;
	}
	*(is_enter ? &data->entered : &data->left) += 1;

	return true;
}
/* end */

/* recipe: microtask */
/* Writes of one turn are flushed together, before another coroutine runs. */
typedef struct {
	zend_async_microtask_t base;
	zend_long lines;
} flush_task_t;

static flush_task_t *pending_flush;
static zend_long flushes;

static void flush(zend_async_microtask_t *task)
{
	collected += ((flush_task_t *) task)->lines;
	flushes++;
	pending_flush = NULL;
}

/* Also called when the task is dropped without having run. */
static void free_flush(zend_async_microtask_t *task)
{
	if (pending_flush == (flush_task_t *) task) {
		pending_flush = NULL;
	}
	efree(task);
}

static void flush_soon(void)
{
	if (pending_flush == NULL) {
		pending_flush = ecalloc(1, sizeof(flush_task_t));
		pending_flush->base.handler = flush;
		pending_flush->base.dtor = free_flush;
		ZEND_ASYNC_ADD_MICROTASK(&pending_flush->base); /* the queue owns it */
	}
	pending_flush->lines++;
}
/* end */

/* recipe: internal-coroutine */
typedef struct {
	zend_long turns;
	zend_ulong interval;
} ticker_t;

/* The body; what it wants to say about a failure it leaves in EG(exception). */
static void ticker_entry(void)
{
	zend_coroutine_t *coroutine = ZEND_ASYNC_CURRENT_COROUTINE;
	ticker_t *ticker = coroutine->extended_data;
	zend_long turns = 0;

	while (turns < ticker->turns) {
		if (zend_async_waker_new_with_timeout(coroutine, ticker->interval, NULL) == NULL || !ZEND_ASYNC_SUSPEND()) {
			return; /* cancelled */
		}
		zend_async_waker_clean(coroutine);
		turns++;
	}
	ZVAL_LONG(&coroutine->result, turns);
}

/* Also called when the coroutine was cancelled before it began. */
static void ticker_dispose(zend_coroutine_t *coroutine)
{
	efree(coroutine->extended_data);
	coroutine->extended_data = NULL;
}

static zend_coroutine_t *spawn_ticker(zend_long turns, zend_ulong interval)
{
	zend_coroutine_t *coroutine = ZEND_ASYNC_SPAWN();

	if (coroutine != NULL) {
		ticker_t *ticker = emalloc(sizeof(ticker_t));
		ticker->turns = turns;
		ticker->interval = interval;
		coroutine->internal_entry = ticker_entry;
		coroutine->extended_data = ticker;
		coroutine->extended_dispose = ticker_dispose;
	}

	return coroutine; /* borrowed: the scheduler owns it */
}
/* end */

/* journal_write(): int. Number of lines that this coroutine has written. */
ZEND_FUNCTION(journal_write)
{
	ZEND_PARSE_PARAMETERS_NONE();

	if (!ZEND_ASYNC_SCHEDULER_INIT()) {
		return;
	}
	flush_soon();
	RETURN_LONG(++journal_data(ZEND_ASYNC_CURRENT_COROUTINE, true)->lines);
}

/* journal_own(): array. What this coroutine knows of itself. */
ZEND_FUNCTION(journal_own)
{
	ZEND_PARSE_PARAMETERS_NONE();

	journal_data_t *data = ZEND_ASYNC_CURRENT_COROUTINE != NULL ? journal_data(ZEND_ASYNC_CURRENT_COROUTINE, false) : NULL;
	array_init(return_value);
	if (data != NULL) {
		add_assoc_long(return_value, "lines", data->lines);
		add_assoc_bool(return_value, "entered", data->entered > 0);
		add_assoc_bool(return_value, "balanced", data->entered == data->left);
	}
}

/* journal_totals(): array */
ZEND_FUNCTION(journal_totals)
{
	ZEND_PARSE_PARAMETERS_NONE();
	array_init(return_value);
	add_assoc_long(return_value, "collected", collected);
	add_assoc_long(return_value, "flushes", flushes);
	add_assoc_long(return_value, "finished", finished);
}

/* journal_tick(int $turns, int $interval_ms, bool $cancel = false): ?int. Waits for an internal coroutine. */
ZEND_FUNCTION(journal_tick)
{
	zend_long turns, interval;
	bool cancel = false;

	ZEND_PARSE_PARAMETERS_START(2, 3)
		Z_PARAM_LONG(turns)
		Z_PARAM_LONG(interval)
		Z_PARAM_OPTIONAL
		Z_PARAM_BOOL(cancel)
	ZEND_PARSE_PARAMETERS_END();

	if (!ZEND_ASYNC_SCHEDULER_INIT()) {
		return;
	}
	zend_coroutine_t *ticker = spawn_ticker(turns, (zend_ulong) interval);
	if (ticker == NULL) {
		return;
	}
	if (cancel) {
		ZEND_ASYNC_CANCEL(ticker, NULL, false);
	}
	/* recipe: await-coroutine */
	zend_coroutine_t *coroutine = ZEND_ASYNC_CURRENT_COROUTINE;
	if (ZEND_ASYNC_WAKER_NEW(coroutine) != NULL
			&& zend_async_resume_when(coroutine, &ticker->event, false, zend_async_waker_callback_resolve, NULL)
			&& ZEND_ASYNC_SUSPEND()) {
		ZVAL_COPY(return_value, &coroutine->waker->result);
	}
	zend_async_waker_clean(coroutine);
	/* end */
}

/* {{{ Module */

static PHP_MINIT_FUNCTION(internal_coroutine)
{
	journal_key = ZEND_ASYNC_INTERNAL_CONTEXT_KEY_ALLOC("journal");

	return SUCCESS;
}

static PHP_RINIT_FUNCTION(internal_coroutine)
{
	pending_flush = NULL;
	finished = collected = flushes = 0;

	return SUCCESS;
}

ZEND_BEGIN_ARG_INFO_EX(arginfo_journal, 0, 0, 0)
	ZEND_ARG_VARIADIC_INFO(0, arguments)
ZEND_END_ARG_INFO()

static const zend_function_entry functions[] = {
	ZEND_FE(journal_write, arginfo_journal)
	ZEND_FE(journal_own, arginfo_journal)
	ZEND_FE(journal_totals, arginfo_journal)
	ZEND_FE(journal_tick, arginfo_journal)
	ZEND_FE_END
};

static const zend_module_dep dependencies[] = {
	ZEND_MOD_REQUIRED("true_async")
	ZEND_MOD_END
};

zend_module_entry internal_coroutine_module_entry = {
	STANDARD_MODULE_HEADER_EX, NULL, dependencies,
	"internal_coroutine", functions, PHP_MINIT(internal_coroutine), NULL, PHP_RINIT(internal_coroutine), NULL, NULL, "1",
	STANDARD_MODULE_PROPERTIES
};

ZEND_GET_MODULE(internal_coroutine)

/* }}} */
