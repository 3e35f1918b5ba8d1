import { afterDrawing } from './after-drawing.ts'

type Kind = 'success' | 'error' | 'info' | 'warning'

const loadHost = () => import('./toast-host.tsx')
let host: ReturnType<typeof loadHost> | undefined

/** The toaster weighs more than a page does, so it is fetched when the first toast is due. */
async function show(kind: Kind, text: string): Promise<void> {
  host ??= loadHost()
  const [{ showToast }] = await Promise.all([host, afterDrawing()])
  showToast(kind, text)
}

function say(kind: Kind, text: string): void {
  show(kind, text).catch(() => {
    // The network went before the toaster came. The screen itself says what failed; the next toast asks again.
    host = undefined
  })
}

/** Short notices at the top right, five seconds each; Alt+T moves the focus to them. */
export const toast = {
  /** Fetches the toaster before it is due, so that it can speak when the network has gone. */
  prepare: (): void => {
    host ??= loadHost()
    host.catch(() => {
      host = undefined
    })
  },
  /** It was done. */
  success: (text: string): void => say('success', text),
  /** It failed. */
  error: (text: string): void => say('error', text),
  /** Worth knowing. */
  info: (text: string): void => say('info', text),
  /** Something is still missing. */
  warn: (text: string): void => say('warning', text),
  /** What failed is tried again: the notices of its failure go, so that none stands beside a later success. */
  takeBackErrors: (): void => {
    host?.then(({ dismissErrors }) => dismissErrors()).catch(() => undefined)
  },
}
