import { signal } from './store.ts'

/** The browser's offer to add this app to the home screen; only some browsers make it. */
type Offer = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> }

let offer: Offer | null = null
let justInstalled = false
const changed = signal()

function isOffer(event: Event): event is Offer {
  return 'prompt' in event && typeof event.prompt === 'function'
}

/** Stores the browser's install offer, which comes once and early, for the page that shows an install button. */
export function saveInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    if (!isOffer(event)) return
    event.preventDefault()
    offer = event
    changed.tell()
  })
  addEventListener('appinstalled', () => {
    offer = null
    justInstalled = true
    changed.tell()
  })
}

/** Calls the listener when the offer comes or goes, and when the app has been installed. */
export const onInstallOffer = changed.subscribe

/** True while the browser offers to install the app. */
export function canInstall(): boolean {
  return offer !== null
}

/** True within the installed app, and right after the browser has installed it. */
export function isInstalled(): boolean {
  return justInstalled || matchMedia('(display-mode: standalone)').matches
}

/** Shows the browser's install prompt. An offer can be used once. Returns whether the user accepted. */
export async function install(): Promise<boolean> {
  const prompt = offer
  offer = null
  const answer = await prompt?.prompt()
  changed.tell()
  return answer?.outcome === 'accepted'
}
