/** Longer than a frame takes on any device. A page in the background draws no frames. */
const longest = 200

/**
 * Resolves once the last change is painted, or after 200 ms if no frame is drawn. The secondary work of a tap waits for
 * this, so that on a slow phone it does not share one task with the visible response.
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
