import { type KeyboardEvent, useEffect, useRef } from 'react'

let open = 0

/** Makes the page inert while any dialog is open: it cannot be reached or scrolled. Returns a function that undoes it. */
function makePageInert(): () => void {
  const page = document.getElementById('root')
  open += 1
  page?.setAttribute('inert', '')
  document.documentElement.classList.add('overflow-hidden')
  return () => {
    open -= 1
    if (open > 0) return
    page?.removeAttribute('inert')
    document.documentElement.classList.remove('overflow-hidden')
  }
}

/** Returns the focus to the element that had it, unless it has been removed. */
export function returnFocus(element: Element | null): void {
  if (element instanceof HTMLElement && element.isConnected) element.focus()
}

/**
 * The properties of a dialog's element, which is placed next to the page. It takes the focus and gives it back; Escape
 * closes it. Notices, also next to the page, stay active, which the browser's own modal `<dialog>` would prevent.
 */
export function useModal(focusOn: 'h2' | 'button', onClose: () => void) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const before = document.activeElement
    const undo = makePageInert()
    if (!box.current?.contains(before)) box.current?.querySelector<HTMLElement>(focusOn)?.focus()
    return () => {
      undo()
      returnFocus(before)
    }
  }, [focusOn])
  return {
    ref: box,
    onKeyDown: ({ key }: KeyboardEvent) => (key === 'Escape' ? onClose() : undefined),
  }
}
