/* Forwarding header: extensions may also include the ABI as <Zend/zend_async_API.h> [abi/ABI-23]. */
#include "../zend_async_API.h"
