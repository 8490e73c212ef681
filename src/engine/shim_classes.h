/* What the shims share about classes. */
#ifndef TRUE_ASYNC_SHIM_CLASSES_H
#define TRUE_ASYNC_SHIM_CLASSES_H

#include "php.h"

/* Whether the setting disable_classes (until PHP 8.5) has taken a class away: objects of it are plain ones, and making one warns. */
bool true_async_is_disabled(const zend_class_entry *ce);

#endif
