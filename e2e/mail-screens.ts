import type { Mail } from './mailbox.ts'
import type { Walk } from './walk.ts'

/** Every kind of mail that the other walks have caused, once each. */
export async function mails({ page, product, shot }: Walk): Promise<void> {
  const answer = await fetch(`${product.url}/dev/mailbox.json`)
  const all: Mail[] = JSON.parse(await answer.text())
  const kinds = new Map(all.map((mail) => [kindOf(mail.subject), mail]))
  for (const [kind, mail] of kinds) {
    await page.goto('about:blank')
    await page.setContent(mail.html)
    await shot(`mail-${kind}`)
  }
}

/** A subject without its numbers and names, for a file’s name. */
function kindOf(subject: string): string {
  return subject
    .replace(/(LB|bk)-\S+|\bfor .*$/g, '')
    .toLowerCase()
    .replace(/[^a-z]+/g, '-')
    .replace(/^-|-$/g, '')
}
