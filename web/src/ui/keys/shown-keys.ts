import { useEffect } from 'react'

/**
 * A hand scanner types a whole number in a few hundredths of a second. So a key counts only where none has come just
 * before it and none follows for this long, in milliseconds.
 */
const alone = 90
/** So many keys in a row, each so soon after the one before, are a scanner's. */
const scanned = 5

/** True where letters are typed, or a dialog is open: keys mean something else there. */
export function isTyping(target: EventTarget | null): boolean {
  return document.querySelector('[role=dialog]') !== null || isField(target)
}

/** True in a field, where whatever comes is typed. */
function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('input, select, textarea, [contenteditable]') !== null
  )
}

/** The buttons and links in sight that say which key does what they do. */
export function shownKeys(): HTMLElement[] {
  const all = document.querySelectorAll<HTMLElement>('[aria-keyshortcuts]')
  return [...all].filter((one) => one.getClientRects().length > 0)
}

/** The one that is done by a key; none where nothing in sight says so. */
function shownFor(key: string): HTMLElement | undefined {
  return shownKeys().find((one) => one.getAttribute('aria-keyshortcuts') === key)
}

/**
 * A key does what the button or link in sight does that bears it in `aria-keyshortcuts`, as a tap on it would. Nothing
 * is done while somebody or a scanner types, or a dialog is open; nor does the Enter that ends a scanned number press what
 * happens to have the focus.
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
