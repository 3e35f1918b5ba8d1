// How Node runs the product where memory counts. Plain JavaScript, as the launcher needs it before anything is installed.

/**
 * V8 takes a machine with much memory for an invitation: it lets young objects fill 100 MB and old ones double before it
 * collects any. The figures stand in docs/decisions/0052-frugal-with-memory.md; an answer costs a tenth more of the processor's time.
 * `--expose-gc` is for `server/src/platform/give-back.ts`.
 */
export const frugalFlags = [
  '--max-semi-space-size=16',
  '--initial-old-space-size=96',
  '--heap-growing-percent=40',
  '--expose-gc',
]

/**
 * The allocator of glibc has each thread keep what it freed, for itself; two places are enough for ours. And once a large
 * piece was freed, such as the 19 MB of a password's hash, it would keep pieces as large for ever: those go back.
 */
export const frugalAllocator = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '4194304' }
