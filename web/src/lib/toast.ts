import { afterDrawing } from './after-drawing.ts'

type Kind = 'success' | 'error' | 'info' | 'warning'

const loadHost = () => import('./toast-host.tsx')
let host: ReturnType<typeof loadHost> | undefined

/** The toaster is larger than a page, so it is fetched when the first toast is due. */
async function show(kind: Kind, text: string): Promise<void> {
  host ??= loadHost()
  const [{ showToast }] = await Promise.all([host, afterDrawing()])
  showToast(kind, text)
}

function say(kind: Kind, text: string): void {
  show(kind, text).catch(() => {
    // The network failed before the toaster arrived. The screen itself shows the failure; the next toast retries.
    host = undefined
  })
}

/** Short notices at the top right, five seconds each; Alt+T moves the focus to them. */
export const toast = {
  /** Fetches the toaster early, so that it can show notices after the network has failed. */
  prepare: (): void => {
    host ??= loadHost()
    host.catch(() => {
      host = undefined
    })
  },
  /** An action succeeded. */
  success: (text: string): void => say('success', text),
  /** An action failed. */
  error: (text: string): void => say('error', text),
  /** A piece of information. */
  info: (text: string): void => say('info', text),
  /** Something is still missing. */
  warn: (text: string): void => say('warning', text),
  /** A failed action is retried: dismisses its notices, so that none stays next to a later success. */
  takeBackErrors: (): void => {
    host?.then(({ dismissErrors }) => dismissErrors()).catch(() => undefined)
  },
}
