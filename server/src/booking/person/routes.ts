import { addPerson, changePerson, listPeople, removePerson } from '@labalaba/contract'
import type { Db } from '../../db.ts'
import type { Clock } from '../../platform/clock.ts'
import { DomainError } from '../../platform/domain-error.ts'
import { type Server, serve, type Viewer } from '../../platform/http.ts'
import { editPerson, keepPerson, letPersonGo, readPeople } from './people.ts'

/** The people whom a patient's account books for. What is another's, or no patient's, is not found. */
export function personRoutes(server: Server, needs: { readonly db: Db; readonly clock: Clock }): void {
  serve(server, listPeople, async ({ viewer }) => ({ data: await readPeople(needs, patientOf(viewer)) }))
  serve(server, addPerson, async ({ viewer, body }) => ({
    data: await keepPerson(needs, patientOf(viewer), body),
  }))
  serve(server, changePerson, async ({ viewer, params, body }) => ({
    data: await editPerson(needs, patientOf(viewer), params.id, body),
  }))
  serve(server, removePerson, async ({ viewer, params }) => {
    await letPersonGo(needs, patientOf(viewer), params.id)
    return { data: {} }
  })
}

function patientOf({ accountId, type }: Viewer): number {
  if (type !== 'user') throw new DomainError('not_found')
  return accountId
}
