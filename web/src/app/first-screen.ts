import { cartItems, cartLab } from '../lib/cart.ts'
import { prefetch } from '../lib/prefetch.ts'
import { isSavingData } from '../lib/saving.ts'
import { fetchAnswerCache } from './page-kinds.tsx'
import { fetchScreen } from './pages.tsx'

/** A lab's slug, which is the same in an address and in a call. An address with a lab's name is rewritten first. */
const slug = /^[\w-]+$/

const aboutLab = (lab: string) =>
  slug.test(lab) ? [`/v0/labs/${lab}`, `/v0/searchlabs?id=${lab}`, `/v0/listAllLabsTest?lab=${lab}`] : []

type Screen = {
  at: RegExp
  fetch: () => Promise<unknown>
  /**
   * The requests that it makes before it can show anything, exactly as its calls write them: other addresses load
   * twice.
   */
  addresses: (search: string, found: RegExpExecArray) => readonly string[]
}

/** The screens that users open by their address or reload. Their shells preload the same files (`comeTo` of the build). */
const screens: readonly Screen[] = [
  {
    at: /^\/explore\/labs$/,
    fetch: fetchScreen.explore,
    // With the data saver on, the screen requests a shorter list.
    addresses: (search) => (search === '' && !isSavingData() ? ['/v0/listAllLabs.php?page=1'] : []),
  },
  { at: /^\/labs\/([^/]+)$/, fetch: fetchScreen.lab, addresses: (_, [, lab = '']) => aboutLab(lab) },
  {
    at: /^\/cart$/,
    fetch: fetchScreen.cart,
    addresses: () => (cartItems().length > 0 ? aboutLab(cartLab()?.reference ?? '') : []),
  },
  { at: /^\/pay\/[^/]+$/, fetch: fetchScreen.pay, addresses: () => [] },
]

/**
 * Loads the screen at an address, so that it is drawn in one piece, and starts its requests. Until then its shell is
 * shown: the app without its screen would show an empty page in between. The app reports what cannot be fetched.
 */
export async function firstScreen({ pathname, search }: Location): Promise<void> {
  for (const { at, fetch, addresses } of screens) {
    const found = at.exec(pathname)
    if (!found) continue
    prefetch(addresses(search, found))
    await Promise.all([fetch(), fetchAnswerCache()]).catch(() => undefined)
  }
}
