/* Preloaded: lets one of the allocations that the compiled core asks for fail, which fail_at names. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);

static long failing; /* the number of the allocation that fails, from 1; 0: none does */
static long asked;   /* allocations of the core since the last call of fail_at */

/* Let the n-th allocation from now on fail, or none for 0; how many there were since last time. */
long fail_at(long n) {
    long before = asked;
    failing = n;
    asked = 0;
    return before;
}

static int fails(const void *caller) {
    Dl_info where;
    if (!dladdr(caller, &where) || !where.dli_fname)
        return 0;
    if (!strstr(where.dli_fname, "/rbcore/") && !strstr(where.dli_fname, "/rbpatience/"))
        return 0;
    return ++asked == failing;
}

void *malloc(size_t size) {
    return fails(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void *calloc(size_t n, size_t size) {
    return fails(__builtin_return_address(0)) ? NULL : __libc_calloc(n, size);
}

void *realloc(void *old, size_t size) {
    return fails(__builtin_return_address(0)) ? NULL : __libc_realloc(old, size);
}
