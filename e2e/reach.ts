import { expect, type Page } from '@playwright/test'

/** Checks a page beyond its look: large letters, reduced motion, and the keyboard alone. */
export async function expectReach(page: Page, name: string): Promise<void> {
  expect.soft(await page.evaluate(moving), `${name}: moves although less motion was asked for`).toEqual([])
  await expectKeyboardWalk(page, name)
  await expectLargeLetters(page, name)
}

/** Runs in the page: animations longer than an instant. The bar of a notice keeps its five seconds. */
function moving(): string[] {
  const instant = 0.0011
  const longest = (text: string) => Math.max(...text.split(',').map((part) => Number.parseFloat(part) || 0))
  return [...document.querySelectorAll('*')]
    .filter((element) => !element.closest('.Toastify'))
    .filter((element) => {
      const { transitionDuration, animationName, animationDuration } = getComputedStyle(element)
      const animated = animationName !== 'none' && longest(animationDuration) > instant
      return animated || longest(transitionDuration) > instant
    })
    .map((element) => element.outerHTML.slice(0, 120))
}

type Stop = { place: number; what: string; ring: boolean; hidden: string | null }

/** A long list shows with its first screens how the rest is reached. */
const mostStops = 90
/** Day, month, year and the button of its calendar: the first stop is the field itself. */
const partsOfMoment = 3

/** Tabs through everything: in page order, each stop with its focus ring and uncovered, and none left out. */
async function expectKeyboardWalk(page: Page, name: string): Promise<void> {
  const wanted = await page.evaluate(beginWalk)
  // Within a field for a day or a time Tab moves from part to part.
  const parts = await page.locator('input[type=date], input[type=month], input[type=time]').count()
  // Two more than there are: once through the browser’s own bar, and the last stop is noted on leaving it.
  const taps = Math.min(wanted.length + 2 + partsOfMoment * parts, mostStops)
  for (let tap = 0; tap < taps; tap += 1) await page.keyboard.press('Tab')
  const walked: Stop[] = await page.evaluate(() => Reflect.get(window, 'keyboardWalk'))
  const reached = new Set(walked.map(({ place }) => place))
  // A list that draws its rows as they come into view has stops that were not there before.
  const whole = taps < mostStops && walked.every(({ place }) => place >= 0)
  const last = whole ? Number.POSITIVE_INFINITY : Math.min(...walked.slice(-1).map(({ place }) => place))
  const missed = wanted.filter(({ place }) => place < last && !reached.has(place)).map(({ what }) => what)
  const disordered = walked.filter(({ place }, at) => place >= 0 && place < (walked[at - 1]?.place ?? -1))
  expect.soft(missed, `${name}: the Tab key does not reach`).toEqual([])
  expect.soft(disordered.length < 2 ? [] : disordered, `${name}: reached out of order`).toEqual([])
  expect
    .soft(
      walked.filter(({ ring }) => !ring).map(({ what }) => what),
      `${name}: has the focus and does not show it`,
    )
    .toEqual([])
  expect
    .soft(
      walked.flatMap(({ what, hidden }) => (hidden ? [`${what} under ${hidden}`] : [])),
      `${name}: has the focus under something`,
    )
    .toEqual([])
}

/**
 * Runs in the page: goes to its top, notes at each Tab what has the focus, and returns what Tab must reach. A
 * group of radios is one stop.
 */
function beginWalk(): { place: number; what: string }[] {
  const places = new Map([...document.querySelectorAll('*')].map((element, place) => [element, place]))
  const walked: Stop[] = []
  Object.assign(window, { keyboardWalk: walked })

  function placeAndText(element: Element): { place: number; what: string } {
    const words = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)
    return { place: places.get(element) ?? -1, what: `${element.tagName.toLowerCase()} “${words}”` }
  }

  function isStop(element: Element): boolean {
    if (!element.matches('a[href], button, input, select, textarea, summary, [tabindex]')) return false
    if (element.matches(':disabled, [tabindex="-1"], [inert] *, [type=hidden]')) return false
    return element.checkVisibility({ visibilityProperty: true })
  }

  /** The chosen one of its group, or the first if none is chosen. */
  function isOfGroup(element: Element, all: readonly Element[]): boolean {
    if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return true
    const fellows = all.filter(
      (one): one is HTMLInputElement =>
        one instanceof HTMLInputElement && one.type === 'radio' && one.name === element.name,
    )
    return (fellows.find(({ checked }) => checked) ?? fellows[0]) === element
  }

  /** What covers it at its top, middle and bottom, if no part of it shows. */
  function coverOf(element: Element): string | null {
    const box = element.getBoundingClientRect()
    if (box.bottom < 0 || box.top > innerHeight) return 'the edge of the screen'
    const x = Math.min(Math.max(box.left + box.width / 2, 1), innerWidth - 1)
    const tops = [box.top + 2, box.top + box.height / 2, box.bottom - 2].map((y) =>
      document.elementFromPoint(x, Math.min(Math.max(y, 1), innerHeight - 1)),
    )
    const own = (one: Element | null) =>
      one !== null &&
      (one.contains(element) || element.contains(one) || one.closest('label')?.contains(element) === true)
    return tops.some(own) ? null : (tops.find((one) => one !== null)?.outerHTML.slice(0, 80) ?? null)
  }

  function note(): void {
    const element = document.activeElement
    if (!element || element === document.body) return
    const found = placeAndText(element)
    if (walked.some(({ place }) => place === found.place)) return
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(
      element.closest('.ring-within') ?? element,
    )
    const outlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    // The boxes of a code draw the ring themselves, for the one field behind them.
    const ring = outlined || boxShadow !== 'none' || element.matches('[autocomplete=one-time-code]')
    walked.push({ ...found, ring, hidden: coverOf(element) })
  }

  window.scrollTo(0, 0)
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  // The walk begins before the first element of the page, wherever the focus was.
  getSelection()?.setBaseAndExtent(document.body, 0, document.body, 0)
  window.addEventListener('keydown', note, { capture: true })
  const all = [...places.keys()].filter(isStop)
  return all.filter((element) => isOfGroup(element, all)).map(placeAndText)
}

/** With the phone’s letters twice as large the page still fits, and nothing is cut off or overlaps. */
async function expectLargeLetters(page: Page, name: string): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
  await page.evaluate(() => window.scrollTo(0, 0))
  const { wide, cut } = await page.evaluate(cutText)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } })
  await browser.detach()
  const width = page.viewportSize()?.width ?? 0
  expect.soft(wide, `${name}: scrolls sideways with large letters`).toBeLessThanOrEqual(width)
  expect.soft(cut, `${name}: cut off or overlapping with large letters`).toEqual([])
}

/** Runs in the page. */
function cutText(): { wide: number; cut: string[] } {
  const cut: string[] = []
  const words: { box: DOMRect; element: Element }[] = []
  /** Sticky bars, and text that is for screen readers only or scrolls by itself, are left out. */
  function isApart(element: Element): boolean {
    for (let one: Element | null = element; one; one = one.parentElement) {
      const { position, overflowX, overflowY, clipPath } = getComputedStyle(one)
      const small = one.clientWidth <= 1 || one.clientHeight <= 1
      const across = overflowX !== 'visible' && one.scrollWidth > one.clientWidth + 1
      const down = overflowY !== 'visible' && one.scrollHeight > one.clientHeight + 1
      const rolls = (across || down) && one !== element
      if (position === 'fixed' || position === 'sticky' || rolls) return true
      if (position === 'absolute' && (small || clipPath !== 'none')) return true
    }
    return false
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const element = node.parentElement
    if (!element || !node.textContent?.trim() || !element.checkVisibility({ visibilityProperty: true }))
      continue
    if (element.closest('svg') || isApart(element)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const box of range.getClientRects()) if (box.width > 1) words.push({ box, element })
    const { overflowX, overflowY, textOverflow } = getComputedStyle(element)
    const clips = overflowX !== 'visible' || overflowY !== 'visible'
    const over =
      element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1
    if (clips && over && textOverflow !== 'ellipsis')
      cut.push(`cut: “${node.textContent.trim().slice(0, 40)}”`)
  }
  for (const [at, { box, element }] of words.entries()) {
    if (box.right > innerWidth + 1) cut.push(`beyond the edge: “${element.textContent?.trim().slice(0, 40)}”`)
    for (const other of words.slice(at + 1)) {
      if (other.element === element || other.element.contains(element) || element.contains(other.element))
        continue
      const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left)
      const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top)
      // Lines of one heading overlap a little; a third of a line is more than that.
      if (across > 4 && down > Math.min(box.height, other.box.height) / 3)
        cut.push(
          `“${element.textContent?.trim().slice(0, 30)}” over “${other.element.textContent?.trim().slice(0, 30)}”`,
        )
    }
  }
  return { wide: document.documentElement.scrollWidth, cut: [...new Set(cut)] }
}
