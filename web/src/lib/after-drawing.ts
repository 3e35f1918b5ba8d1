/** Longer than a frame takes anywhere: a page in the background draws none. */
const longest = 200

/**
 * Resolves once what was just changed is on the screen, or after 200 ms where nothing is drawn. What a press brings
 * beside its answer waits for this, so that on a slow phone the answer itself is not one task with it.
 */
export function afterDrawing(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, longest)
    requestAnimationFrame(() => {
      setTimeout(() => {
        clearTimeout(timer)
        resolve()
      })
    })
  })
}
