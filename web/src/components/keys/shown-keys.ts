import { useEffect } from 'react'

/**
 * A hand scanner types a whole number in a few hundredths of a second. So a key counts only if no other key came within
 * this time before it and none follows within it, in milliseconds.
 */
const alone = 90
/** This many keys in a row, each so soon after the one before, come from a scanner. */
const scanned = 5

/** True while the user types or a dialog is open: keys mean something else then. */
export function isTyping(target: EventTarget | null): boolean {
  return document.querySelector('[role=dialog]') !== null || isField(target)
}

/** True in a field, where every key is input. */
function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('input, select, textarea, [contenteditable]') !== null
  )
}

/** The visible buttons and links that have a shortcut key. */
export function shownKeys(): HTMLElement[] {
  const all = document.querySelectorAll<HTMLElement>('[aria-keyshortcuts]')
  return [...all].filter((one) => one.getClientRects().length > 0)
}

/** The visible button or link of a key, if there is one. */
function shownFor(key: string): HTMLElement | undefined {
  return shownKeys().find((one) => one.getAttribute('aria-keyshortcuts') === key)
}

/**
 * A key activates the visible button or link that names it in `aria-keyshortcuts`, like a tap. Nothing happens while
 * the user or a scanner types, or while a dialog is open. The Enter at the end of a scanned number does not activate
 * the focused element.
 */
export function useShownKeys(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let last = Number.NEGATIVE_INFINITY
    let run = 0
    const onKey = (event: KeyboardEvent) => {
      const { key, target, timeStamp, repeat, ctrlKey, metaKey, altKey } = event
      clearTimeout(timer)
      const isAlone = timeStamp - last > alone
      last = timeStamp
      if (key === 'Enter' && !isAlone && run >= scanned && !isField(target)) event.preventDefault()
      // A scanner presses Shift for its capitals.
      if (key.length === 1) run = isAlone ? 1 : run + 1
      if (!isAlone || repeat || ctrlKey || metaKey || altKey || isTyping(target)) return
      if (!shownFor(key)) return
      timer = setTimeout(() => {
        if (!isTyping(document.activeElement)) shownFor(key)?.click()
      }, alone)
    }
    document.addEventListener('keydown', onKey)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('keydown', onKey)
    }
  }, [])
}
