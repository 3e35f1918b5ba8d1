import { resetFactorByEmail } from '../modules/accounts/index.ts'
import { type Command, needed } from './command.ts'

/** Removes the second factor of an account whose owner has lost it. */
export const resetSecondFactorCommand: Command = {
  summary:
    'Removes the second factor and the passkeys of a person who has lost their phone and recovery codes.',
  arguments: { email: { means: 'the email that they log in with' } },
  notes:
    'First make sure who asks. Call the phone of the account, and ask for something that only its owner knows, such as the number of their last order. A mailbox alone is no proof. All logins of the account end, and the owner gets a mail.',
  async run({ db, clock, print }, typed) {
    const email = needed(typed, 0).trim().toLowerCase()
    await db.transaction().execute((tx) => resetFactorByEmail(tx, email, clock.now()))
    print(
      `${email} now logs in with the password alone. Staff set up an authenticator app at the next login.`,
    )
  },
}
