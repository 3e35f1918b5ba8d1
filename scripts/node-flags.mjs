// How Node runs the product. Plain JavaScript, as the launcher needs it before anything is installed.

/**
 * V8 sizes its heap by the machine's memory: on a large one young objects fill 100 MB before it collects any. Figures:
 * docs/decisions/0001-modules-and-dependencies.md.
 */
export const nodeFlags = [
  '--max-semi-space-size=16',
  '--initial-old-space-size=96',
  '--heap-growing-percent=40',
]
