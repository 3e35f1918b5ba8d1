import { signal } from './store.ts'

/** The browser's own offer to put this app on the home screen; only some browsers make it. */
type Offer = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> }

let offer: Offer | null = null
let justInstalled = false
const changed = signal()

function isOffer(event: Event): event is Offer {
  return 'prompt' in event && typeof event.prompt === 'function'
}

/** Keeps the browser's offer, which it makes once and early, for the page that shows a button for it. */
export function keepInstallOffer(): void {
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

/** Tells when the offer comes or goes, and when the app has been installed. */
export const onInstallOffer = changed.subscribe

/** True while the browser would install the app if it were asked to. */
export function canInstall(): boolean {
  return offer !== null
}

/** True within the installed app, and where the browser has just installed it. */
export function isInstalled(): boolean {
  return justInstalled || matchMedia('(display-mode: standalone)').matches
}

/** Lets the browser ask whether to install. Its offer is good for one asking; answers whether it was taken. */
export async function install(): Promise<boolean> {
  const asked = offer
  offer = null
  const answer = await asked?.prompt()
  changed.tell()
  return answer?.outcome === 'accepted'
}
