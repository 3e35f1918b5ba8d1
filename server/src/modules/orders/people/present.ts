import { isUnder18, type Person } from '@labalaba/contract'
import type { PersonRow } from './repository.ts'

/** A person for the owner of the account. */
export function presentPerson(row: PersonRow, today: string): Person {
  return {
    ...{ id: row.id, version: row.version, name: row.name, gender: row.gender, dob: row.born_on },
    ...{ relationship: row.relationship, email: row.email ?? '', phone: row.phone ?? '' },
    ...{ isChild: isUnder18(row.born_on, today), consent: row.consent },
  }
}
