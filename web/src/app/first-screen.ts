import { askAhead } from '../lib/asked-ahead.ts'
import { cartItems, cartLab } from '../lib/cart.ts'
import { isSavingData } from '../lib/saving.ts'
import { fetchAnswerCache } from './page-kinds.tsx'
import { fetchScreen } from './pages.tsx'

/** A lab by its slug, which stands in an address just as in a call. A name is rewritten first. */
const slug = /^[\w-]+$/

const aboutLab = (lab: string) =>
  slug.test(lab) ? [`/v0/labs/${lab}`, `/v0/searchlabs?id=${lab}`, `/v0/listAllLabsTest?lab=${lab}`] : []

type Screen = {
  at: RegExp
  fetch: () => Promise<unknown>
  /** What it asks before it can show anything, written as its calls are: an address that differs is asked twice. */
  asks: (search: string, found: RegExpExecArray) => readonly string[]
}

/** The screens that people open by their address or load again. Their shells fetch the same files (`comeTo` of the build). */
const screens: readonly Screen[] = [
  {
    at: /^\/explore\/labs$/,
    fetch: fetchScreen.explore,
    // Where data is saved the list is a shorter one, which its screen asks for.
    asks: (search) => (search === '' && !isSavingData() ? ['/v0/listAllLabs.php?page=1'] : []),
  },
  { at: /^\/labs\/([^/]+)$/, fetch: fetchScreen.lab, asks: (_, [, lab = '']) => aboutLab(lab) },
  {
    at: /^\/cart$/,
    fetch: fetchScreen.cart,
    asks: () => (cartItems().length > 0 ? aboutLab(cartLab()?.reference ?? '') : []),
  },
  { at: /^\/pay\/[^/]+$/, fetch: fetchScreen.pay, asks: () => [] },
]

/**
 * Makes the screen at an address ready to be drawn in one piece, and begins what it will ask. Until then its shell stands
 * there: the app without its screen would be an empty page between the two. What cannot be fetched is told by the app.
 */
export async function firstScreen({ pathname, search }: Location): Promise<void> {
  for (const { at, fetch, asks } of screens) {
    const found = at.exec(pathname)
    if (!found) continue
    askAhead(asks(search, found))
    await Promise.all([fetch(), fetchAnswerCache()]).catch(() => undefined)
  }
}
