/** How long nobody may touch a page before it counts as left in peace, in milliseconds. */
const still = 5000

/** By which a page knows that somebody is at work on it. */
const signs = ['keydown', 'input', 'pointerdown', 'pointermove', 'touchmove', 'wheel', 'scroll'] as const

const whenIdle = (act: () => void) =>
  'requestIdleCallback' in globalThis ? requestIdleCallback(act) : setTimeout(act, 200)
const notAnyMore = (idle: ReturnType<typeof whenIdle>) =>
  'cancelIdleCallback' in globalThis ? cancelIdleCallback(Number(idle)) : clearTimeout(idle)

/**
 * Does something once: when the page has loaded, nobody has typed, scrolled or touched it for five seconds, and it has
 * nothing else to do. Answers how to give it up.
 */
export function whenCalm(act: () => void): () => void {
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
  // What scrolls within the page tells nobody above it, except on the way down.
  for (const sign of signs) addEventListener(sign, startAgain, { signal, passive: true, capture: true })
  if (document.readyState === 'complete') startAgain()
  else addEventListener('load', startAgain, { signal })
  return stop
}
