let open = 0

/**
 * Makes the page behind a dialog inert: it cannot be reached or scrolled while any dialog is open. Notices are next to
 * the page and stay active. Returns a function that undoes it.
 */
export function sleepBehind(): () => void {
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
export function focusAgain(element: Element | null): void {
  if (element instanceof HTMLElement && element.isConnected) element.focus()
}
