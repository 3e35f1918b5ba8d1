import type { Db } from '../../../db.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { isCommon, publicHash } from './known-list.ts'
import { isAnyKnown } from './repository.ts'
import { isVaried, type PasswordOwner, readings, type Weakness, weaknessOf } from './weak-passwords.ts'

const words: Readonly<Record<Weakness, string>> = {
  short: 'Choose a longer password. It needs at least 8 characters.',
  own_email: 'This password is too close to your email. Choose another.',
  own_name: 'This password is too close to your name or your phone number. Choose another.',
  local: 'This password is too close to our name or to the name of a place. Choose another.',
  common: 'This password is on a list of common or stolen passwords. Choose another. Three words work well.',
}

/**
 * Throws `weak_password`, with a message that names the cause, for a password that is too short, close to the owner's
 * email, name or phone or to our name, common, or on the list that the operator has imported.
 */
export async function refuseWeakPassword(db: Db, password: string, owner: PasswordOwner): Promise<void> {
  const weakness = weaknessOf(password, owner) ?? ((await isListed(db, password)) ? 'common' : null)
  if (weakness !== null) throw new DomainError('weak_password', { message: words[weakness] })
}

async function isListed(db: Db, password: string): Promise<boolean> {
  const forms = formsOf(password)
  return forms.some(isCommon) || (await isAnyKnown(db, forms.map(publicHash)))
}

/**
 * The forms of a password that are looked up: as typed, in lower case, and without the digits and signs around a word. A
 * password of many kinds of characters is looked up only as a whole.
 */
function formsOf(password: string): string[] {
  const lower = password.toLowerCase()
  return [...new Set([password, lower, ...(isVaried(password) ? [] : readings(lower))])]
}
