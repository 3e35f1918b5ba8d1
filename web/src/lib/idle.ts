/** How long a page must be untouched before it counts as idle, in milliseconds. */
const still = 5000

/** Events that show that the user is active on the page. */
const signs = ['keydown', 'input', 'pointerdown', 'pointermove', 'touchmove', 'wheel', 'scroll'] as const

const whenIdle = (act: () => void) =>
  'requestIdleCallback' in globalThis ? requestIdleCallback(act) : setTimeout(act, 200)
const notAnyMore = (idle: ReturnType<typeof whenIdle>) =>
  'cancelIdleCallback' in globalThis ? cancelIdleCallback(Number(idle)) : clearTimeout(idle)

/**
 * Runs `act` once: when the page has loaded, the user has not typed, scrolled or touched it for five seconds, and the
 * browser is idle. Returns a function that cancels it.
 */
export function whenPageIdle(act: () => void): () => void {
  const listening = new AbortController()
  const { signal } = listening
  let timer: ReturnType<typeof setTimeout> | undefined
  let idle: ReturnType<typeof whenIdle> | undefined
  const stop = () => {
    listening.abort()
    clearTimeout(timer)
    if (idle !== undefined) notAnyMore(idle)
  }
  const startAgain = () => {
    clearTimeout(timer)
    if (idle !== undefined) notAnyMore(idle)
    timer = setTimeout(() => {
      idle = whenIdle(() => {
        stop()
        act()
      })
    }, still)
  }
  // Scroll events of inner elements do not bubble, so the listeners capture.
  for (const sign of signs) addEventListener(sign, startAgain, { signal, passive: true, capture: true })
  if (document.readyState === 'complete') startAgain()
  else addEventListener('load', startAgain, { signal })
  return stop
}
