import { addPerson, changePerson, listPeople, removePerson } from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { type Actor, type Server, serve } from '../../../infra/http/http.ts'
import { editPerson, keepPerson, letPersonGo, readPeople } from './people.ts'

/**
 * The people whom a patient's account books for. Throws `not_found` for another account's person and for other account
 * types.
 */
export function personRoutes(server: Server, deps: { readonly db: Db; readonly clock: Clock }): void {
  serve(server, listPeople, async ({ actor }) => ({ data: await readPeople(deps, patientOf(actor)) }))
  serve(server, addPerson, async ({ actor, body }) => ({
    data: await keepPerson(deps, patientOf(actor), body),
  }))
  serve(server, changePerson, async ({ actor, params, body }) => ({
    data: await editPerson(deps, patientOf(actor), params.id, body),
  }))
  serve(server, removePerson, async ({ actor, params }) => {
    await letPersonGo(deps, patientOf(actor), params.id)
    return { data: {} }
  })
}

function patientOf({ accountId, type }: Actor): number {
  if (type !== 'user') throw new DomainError('not_found')
  return accountId
}
