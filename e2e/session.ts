import type { BrowserContext } from '@playwright/test'
import { cartToday } from './booking.ts'
import type { Person } from './people.ts'
import type { Product } from './product.ts'

/** What the browser of a signed-in user stores, by its keys. */
export type Session = {
  readonly tab: Record<string, string>
  readonly device: Record<string, string>
}

type Envelope<T> = { readonly data: T }
type SignedIn = Envelope<{ readonly authid: string; readonly details: unknown }>
const minutes58 = 58 * 60_000

/** The patient of the demonstration, for runs with one browser. A journey has an account of its own. */
export function demoPatient({ demoPassword }: Product): Pick<Person, 'email' | 'password'> {
  return { email: 'patient@demo.labalaba.example', password: demoPassword }
}

/** Signs a person in and fills a cart at today's prices. */
export async function openSession(
  product: Product,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<Session> {
  const basic = Buffer.from(`${email}:${password}`).toString('base64')
  const answer = await fetch(`${product.url}/v0/`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
  })
  const { data } = await read<SignedIn>(answer)
  const headers = { authorization: `Bearer ${data.authid}` }
  const ask = async <T>(path: string) =>
    (await read<Envelope<T>>(await fetch(`${product.url}/v0/${path}`, { headers }))).data
  const device = await cartToday(ask)
  return {
    tab: {
      _tr_js: data.authid,
      _tr_js_exp: String(Date.now() + minutes58),
      _tr_js_profile: JSON.stringify(data.details),
      lab: device.lab,
    },
    device,
  }
}

/** Every new page of this browser finds the session and the cart where the product stores them. */
export async function resume(context: BrowserContext, session: Session): Promise<void> {
  await context.addInitScript(({ tab, device }: Session) => {
    // A frame that a tool adds to the page has no storage of its own.
    if (window !== window.top || location.protocol === 'about:') return
    for (const [key, value] of Object.entries(tab)) sessionStorage.setItem(key, value)
    for (const [key, value] of Object.entries(device)) localStorage.setItem(key, value)
  }, session)
}

async function read<T>(answer: Response): Promise<T> {
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}.`)
  const found: T = JSON.parse(await answer.text())
  return found
}
