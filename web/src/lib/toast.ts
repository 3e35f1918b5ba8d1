type Kind = 'success' | 'error' | 'info' | 'warning'

/** The toaster weighs more than a page does, so it is fetched when the first toast is due. */
async function show(kind: Kind, text: string): Promise<void> {
  const { showToast } = await import('./toast-host.tsx')
  showToast(kind, text)
}

function say(kind: Kind, text: string): void {
  show(kind, text).catch(() => {
    // The network went before the toaster came. The screen itself says what failed.
  })
}

/** Short notices at the top right, five seconds each; Alt+T moves the focus to them. */
export const toast = {
  /** It was done. */
  success: (text: string): void => say('success', text),
  /** It failed. */
  error: (text: string): void => say('error', text),
  /** Worth knowing. */
  info: (text: string): void => say('info', text),
  /** Something is still missing. */
  warn: (text: string): void => say('warning', text),
}
