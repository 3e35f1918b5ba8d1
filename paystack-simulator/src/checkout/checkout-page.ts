import { type PaymentMethod, paymentMethods } from '../transaction/payment-methods.ts'
import type { Transaction } from '../transaction/repository.ts'
import { cancelAction } from '../transaction/transaction-routes.ts'

/** What a payer sees of one transaction. */
export type CheckoutView = {
  readonly transaction: Transaction
  readonly merchant: string
  readonly problem: string | null
}

/** The payment page (S-04). It works without scripts. */
export function payPage({ transaction, merchant, problem }: CheckoutView): string {
  const total = moneyText(transaction.requestedAmount, transaction.currency)
  const path = `/checkout/${transaction.accessCode}`
  return page(
    `Pay ${merchant} ${total}`,
    html`${summary(transaction, html`<h1>Pay ${merchant}</h1>`)}
<section class="card pay" aria-labelledby="how">
${problem === null ? null : html`<p class="note bad" role="alert"><strong>There is a problem.</strong> ${problem}</p>`}
<form method="post" action="${path}/pay">
<fieldset><legend id="how">How do you want to pay?</legend>
${choices(transaction)}
</fieldset>
<div class="dock"><button class="primary" type="submit">Pay ${total}</button></div>
</form>
<div class="others">
<form method="post" action="${path}/decline"><button type="submit">Decline this payment</button></form>
<form method="post" action="${path}/cancel"><button type="submit">Cancel and go back</button></form>
</div>
</section>`,
  )
}

/** The methods that the merchant's `channels` allow; all of them if it named none that we know. */
export function offered({ channels }: Transaction): readonly PaymentMethod[] {
  const wanted: unknown = channels === null ? null : JSON.parse(channels)
  const open = paymentMethods.filter((method) => Array.isArray(wanted) && wanted.includes(method.channel))
  return open.length > 0 ? open : paymentMethods
}

/** Cards whose refunds fail are for testers, so they are collapsed unless there is no other choice. */
function choices(transaction: Transaction): Html {
  const methods = offered(transaction).map((method, index) => ({ method, row: choice(method, index) }))
  const usual = methods.filter(({ method }) => method.refund === 'processed').map(({ row }) => row)
  const odd = methods.filter(({ method }) => method.refund !== 'processed').map(({ row }) => row)
  const folded = html`<details><summary>More test cards</summary><div class="folded">${odd}</div></details>`
  return html`${usual}${odd.length > 0 ? folded : null}`
}

function choice(method: PaymentMethod, index: number): Html {
  const checked = index === 0 ? html` checked` : null
  return html`<label class="choice"><input type="radio" name="method" value="${method.id}"${checked}>
<span><b>${method.name}</b><small>${method.detail}</small></span></label>
`
}

/** The page of a paid transaction; it never takes money again. */
export function paidPage({ transaction, merchant }: CheckoutView): string {
  const total = moneyText(transaction.amount, transaction.currency)
  const given = transaction.status === 'reversed'
  const heading = given ? 'This payment was refunded' : 'This payment is made'
  const words = given
    ? `${total} was given back to the payer.`
    : `${merchant} has received ${total}. Do not pay again.`
  return outcomePage(transaction, merchant, 'good', heading, words)
}

/** Declined: final for this attempt (section 1.5), so the payer must start again at the merchant. */
export function declinedPage({ transaction, merchant }: CheckoutView): string {
  const reason = transaction.gatewayResponse ?? 'Declined'
  const words = `The bank answered: ${reason}. No money was taken. To try again, start a new payment at ${merchant}.`
  return outcomePage(transaction, merchant, 'bad', 'Payment declined', words)
}

/** Cancelled, and the merchant gave no URL to return to. */
export function cancelledPage({ transaction, merchant }: CheckoutView): string {
  const again = html`<a class="button" href="/checkout/${transaction.accessCode}">Open the payment again</a>`
  const words = 'No money was taken. You may close this tab.'
  return outcomePage(transaction, merchant, 'plain', 'Payment cancelled', words, again)
}

/** No such access code. */
export function unknownPage(): string {
  return page(
    'No such payment',
    html`<section class="card outcome"><h1>There is no such payment</h1>
<p>Check the address, or start again from the shop that sent you here.</p></section>`,
  )
}

function outcomePage(
  transaction: Transaction,
  merchant: string,
  tone: 'good' | 'bad' | 'plain',
  heading: string,
  words: string,
  way: Html | null = null,
): string {
  const back = returnAddress(transaction)
  const link =
    back === null
      ? html`<p>You may close this tab.</p>`
      : html`<a class="button primary" href="${back}">Return to ${merchant}</a>`
  const mark = { good: '✓', bad: '!', plain: '–' }[tone]
  return page(
    heading,
    html`${summary(transaction, html`<p class="merchant">${merchant}</p>`)}
<section class="card outcome"><p class="mark ${tone}" aria-hidden="true">${mark}</p>
<h1>${heading}</h1><p>${words}</p>${way ?? link}</section>`,
  )
}

function summary({ requestedAmount, currency, email, reference }: Transaction, heading: Html): Html {
  return html`<section class="card summary" aria-label="Payment">
${heading}
<p class="amount">${moneyText(requestedAmount, currency)}</p>
<dl><div><dt>Payer</dt><dd>${email}</dd></div><div><dt>Reference</dt><dd>${reference}</dd></div></dl>
</section>`
}

function page(title: string, body: Html): string {
  return html`<!doctype html>
<html lang="en-NG">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light">
<title>${title} – Paystack simulator</title>
<link rel="icon" href="/checkout.svg" type="image/svg+xml">
<link rel="stylesheet" href="/checkout.css">
</head>
<body>
<header><p><strong>Paystack simulator.</strong> No money moves here: every card and account is pretend.</p></header>
<main>
${body}
</main>
</body>
</html>
`.markup
}

/**
 * The URL to which the payer returns: the callback with both `trxref` and `reference` added (section 1.4, S-04), its own
 * query unchanged. Null if the merchant gave none.
 */
export function returnAddress({ callbackUrl, reference }: Transaction): string | null {
  if (callbackUrl === null) return null
  const url = new URL(callbackUrl)
  const own = `trxref=${encodeURIComponent(reference)}&reference=${encodeURIComponent(reference)}`
  url.search = url.search === '' ? own : `${url.search}&${own}`
  return url.href
}

/** Browsers also check redirects after a form against the policy, so it must list the merchant's origins. */
export function contentPolicy(transaction: Transaction | null): string {
  const targets = transaction ? [transaction.callbackUrl, cancelAction(transaction.metadata)] : []
  const origins = targets.filter((target) => target !== null).map((target) => new URL(target).origin)
  const forms = ["'self'", ...new Set(origins)].join(' ')
  return `default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action ${forms}`
}

/** Markup whose values are already escaped. */
type Html = { readonly markup: string }

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Builds markup. Every value is escaped unless it is markup itself. Lists are joined; null prints nothing. */
function html(parts: TemplateStringsArray, ...values: readonly (Html | Html[] | string | null)[]): Html {
  const markup = parts.map((part, index) => part + written(values[index] ?? null)).join('')
  return { markup }
}

function written(value: Html | Html[] | string | null): string {
  if (value === null) return ''
  if (typeof value === 'string') return value.replace(/[&<>"']/g, (letter) => entities[letter] ?? letter)
  return Array.isArray(value) ? value.map((item) => item.markup).join('') : value.markup
}

/** Kobo as displayed text: "₦12,500" if whole naira, otherwise "₦12,500.50"; other currencies with their code. */
function moneyText(kobo: number, currency: string): string {
  const digits = kobo % 100 === 0 ? 0 : 2
  const number = new Intl.NumberFormat('en-NG', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return `${currency === 'NGN' ? '₦' : `${currency} `}${number.format(kobo / 100)}`
}
