import { expect } from '@playwright/test'
import type { Product } from './product.ts'

export type Mail = {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly at: string
}

/** Reads the product’s dev mailbox as the owner of an address. */
export type Mailbox = {
  /** Every mail to this address, newest first. */
  all(to: string): Promise<Mail[]>
  /** The newest mail to this address with this subject; waits for it. */
  find(to: string, subject: string): Promise<Mail>
  /** The five digits of the newest mail with this subject. */
  code(to: string, subject: string): Promise<string>
}

export function openMailbox(product: Product): Mailbox {
  async function all(to: string): Promise<Mail[]> {
    const answer = await fetch(`${product.url}/dev/mailbox.json?${new URLSearchParams({ to })}`)
    const mails: Mail[] = JSON.parse(await answer.text())
    return mails
  }
  async function find(to: string, subject: string): Promise<Mail> {
    const found: Mail[] = []
    await expect(async () => {
      found.push(...(await all(to)).filter((mail) => mail.subject === subject))
      expect(found, `a mail to ${to} with the subject “${subject}”`).not.toHaveLength(0)
    }).toPass({ intervals: [100, 200, 400] })
    return found[0] as Mail
  }
  return {
    all,
    find,
    async code(to, subject) {
      const [, digits] = (await find(to, subject)).text.match(/^ +(\d{5})$/m) ?? []
      if (!digits) throw new Error(`The mail “${subject}” to ${to} holds no code.`)
      return digits
    },
  }
}

/** The address in a mail’s text that begins with this. */
export function linkIn(mail: Mail, begin: string): string {
  const link = mail.text.match(/https?:\/\/\S+/g)?.find((one) => one.startsWith(begin))
  if (!link) throw new Error(`The mail “${mail.subject}” holds no link to ${begin}.`)
  return link
}
