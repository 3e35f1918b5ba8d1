import type { Product } from './product.ts'

/** A payment as the Paystack simulator has it. The amount is in kobo. */
export type SeenPayment = {
  readonly reference: string
  readonly amount: number
  readonly currency: string
  readonly status: string
}

/** What the Paystack simulator knows. */
export type Simulator = {
  /** The port of the hosted payment page. */
  readonly port: string
  /** Every payment that was started, newest first. */
  payments(): Promise<SeenPayment[]>
  payment(reference: string): Promise<SeenPayment | undefined>
  /** Does to a payment what no payer can on the page: `succeed` with other terms, `dispute`. */
  happen(reference: string, deed: 'succeed' | 'dispute', terms?: object): Promise<void>
}

export function openSimulator({ simulatorUrl }: Product): Simulator {
  async function payments(): Promise<SeenPayment[]> {
    const answer = await fetch(`${simulatorUrl}/_control/transactions`)
    const seen: SeenPayment[] = JSON.parse(await answer.text())
    return seen
  }
  return {
    port: new URL(simulatorUrl).port,
    payments,
    payment: async (reference) => (await payments()).find((one) => one.reference === reference),
    async happen(reference, deed, terms = {}) {
      const answer = await fetch(`${simulatorUrl}/_control/transactions/${reference}/${deed}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(terms),
      })
      if (!answer.ok) throw new Error(`The Paystack stand-in does not ${deed}: ${await answer.text()}`)
    },
  }
}
