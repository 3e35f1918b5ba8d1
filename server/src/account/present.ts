import type { Profile } from '@labalaba/contract'
import { Refusal } from '../platform/refusal.ts'
import type { AccountRow } from './rows.ts'

/** What the owner sees of an account. */
export function presentProfile({ state, name, email, phone, username, type }: AccountRow): Profile {
  if (state === 'deleted') throw new Refusal('not_found')
  return { status: state, name, email, phone, username, type }
}
