import { randomInt } from 'node:crypto'
import { brand, emailPattern } from '@labalaba/contract'
import { createOperator, openHasher } from '../modules/accounts/index.ts'
import { type Command, neededOption, WrongUse } from './command.ts'

/** Creates an operator's account, with a new password that is printed once. */
export const createOperatorCommand: Command = {
  summary: 'Makes an account for an operator and prints its password, once.',
  options: {
    email: { means: 'where they sign in' },
    name: { means: 'their name, in quotes: "Ada Obi"' },
    phone: { means: 'their phone; without it, the phone of the support line', optional: true },
  },
  async run({ db, clock, print }, typed) {
    const email = neededOption(typed, 'email').toLowerCase()
    if (!emailPattern.test(email) || email.length > 254)
      throw new WrongUse(`--email is "${email}"; give an email address.`)
    const name = neededOption(typed, 'name')
    const password = newPassword()
    const phone = typed.option('phone') ?? brand.supportPhone
    await createOperator(db, { clock, hasher: openHasher() }, { email, password, name, phone })
    print(
      `${name} can sign in with ${email} and this password, which is not shown again: ${password}. They set up an authenticator app at the first login.`,
    )
  },
}

const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Twenty letters and digits, without ones that look alike, in groups of four: about 99 random bits. */
function newPassword(): string {
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')
  return Array.from({ length: 5 }, group).join('-')
}
