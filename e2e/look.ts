import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Widths at which a page is checked, by where it is used. */
const widths: Record<number, number[]> = { 360: [320, 360] }

/** Milliseconds. No reader looks for less, and a second tap on a button within half a second is ignored. */
const screenshotTime = 600

/**
 * Checks what every page must satisfy: WCAG 2.2 AA, tap targets of at least 48 by 48 pixels, text of at least
 * 14 and inputs of at least 16 pixels, and no sideways scroll. `name` names the page in a failure.
 */
export async function expectGoodLook(page: Page, name: string): Promise<void> {
  const began = performance.now()
  await expect(page.locator('h1'), `${name}: a main heading`).toBeVisible()
  await expectStill(page)
  await expectNoSidewaysScroll(page, name)
  const found = await page.evaluate(measure)
  expect.soft(found.small, `${name}: smaller than 48 by 48`).toEqual([])
  expect.soft(found.tiny, `${name}: letters too small`).toEqual([])
  expect.soft(await axeFindings(page), `${name}: axe`).toEqual([])
  await page.waitForTimeout(Math.max(0, screenshotTime - (performance.now() - began)))
}

/** For a page that `every-page.spec.ts` checks on a phone: here at a desk only. */
export async function expectGoodLookAtDesk(page: Page, name: string): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) >= 1024) await expectGoodLook(page, name)
}

/**
 * Waits for animations to end, so that nothing is measured half way. Endless ones, and those that move with
 * the scroll position, are left out.
 */
async function expectStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const moving = document
      .getAnimations()
      .filter(({ timeline }) => timeline === document.timeline)
      .filter(({ effect }) => effect?.getTiming().iterations !== Infinity)
    await Promise.allSettled(moving.map((one) => one.finished))
  })
}

async function axeFindings(page: Page): Promise<string[]> {
  // It need not copy our style sheets into the page, which the content policy refuses.
  // In the same page: while another is open for the findings, a press may be lost.
  const axe = new AxeBuilder({ page })
    .options({ preload: false, resultTypes: ['violations'] })
    .withTags(standards)
    .setLegacyMode()
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
}

async function expectNoSidewaysScroll(page: Page, name: string): Promise<void> {
  const size = page.viewportSize()
  if (!size) return
  const tried = widths[size.width] ?? [size.width]
  for (const width of tried) {
    if (width !== size.width) await page.setViewportSize({ ...size, width })
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect.soft(wide, `${name}: scrolls sideways at ${width}`).toBeLessThanOrEqual(width)
  }
  await page.setViewportSize(size)
}

/** Runs in the page. */
function measure() {
  const small: string[] = []
  const tiny: string[] = []
  const seen = { opacityProperty: false, visibilityProperty: true } as const

  function named(element: Element, what: string): string {
    const words = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 60) ?? ''
    return `${element.tagName.toLowerCase()} “${words}” ${what}`
  }

  /** Hidden visually but not from a screen reader. */
  function forEarsOnly(element: Element): boolean {
    const { width, height } = element.getBoundingClientRect()
    return width <= 1 || height <= 1 || element.closest('.sr-only') !== null
  }

  /** A link within a sentence may be as high as its line: WCAG allows it. */
  function inSentence(element: Element): boolean {
    const beside = [...(element.parentElement?.childNodes ?? [])].filter((node) => node !== element)
    const words = beside.some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
    return element.tagName === 'A' && words && getComputedStyle(element).display === 'inline'
  }

  /** The target of a tap: a label with its box, or the whole card if a link covers it. */
  function tapped(element: Element): Element {
    const spreads = getComputedStyle(element, '::after')
    if (spreads.content !== 'none' && spreads.position === 'absolute' && element instanceof HTMLElement) {
      return element.offsetParent ?? element
    }
    return (element.matches('[type=radio], [type=checkbox]') && element.closest('label')) || element
  }

  /** Staff screens are denser with a mouse. Half a pixel is allowed for rounding. */
  function least(element: Element): number {
    const dense = element.closest('[data-density=compact]') && matchMedia('(pointer: fine)').matches
    return dense ? 39.5 : 47.5
  }

  for (const element of document.querySelectorAll(
    'a, button, input, select, textarea, summary, [role=button]',
  )) {
    if (!element.checkVisibility(seen) || forEarsOnly(element) || inSentence(element)) continue
    const { width, height } = tapped(element).getBoundingClientRect()
    if (width < least(element) || height < least(element))
      small.push(named(element, `is ${Math.round(width)}×${Math.round(height)}`))
    const size = Number.parseFloat(getComputedStyle(element).fontSize)
    if (element.matches('input:not([type=radio], [type=checkbox]), select, textarea') && size < 16)
      tiny.push(named(element, `has ${size} px`))
  }

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const element = node.parentElement
    if (!element || !node.textContent?.trim() || !element.checkVisibility(seen) || forEarsOnly(element))
      continue
    const size = Number.parseFloat(getComputedStyle(element).fontSize)
    if (size < 14) tiny.push(named(element, `has ${size} px`))
  }

  return { small, tiny }
}
