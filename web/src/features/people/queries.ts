import {
  addPerson,
  type BodySent,
  changePerson,
  listPeople,
  type Person,
  removePerson,
} from '@labalaba/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiFailure, call } from '../../lib/api.ts'

/** The people whom the signed-in account books for. No request unless `enabled`. */
export function usePeople(enabled = true) {
  return useQuery({
    queryKey: ['people'],
    queryFn: ({ signal }) => call(listPeople, { signal }),
    staleTime: 5_000,
    enabled,
  })
}

/** Reloads the people wherever they are shown. */
export function useFreshPeople(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['people'] })
}

export type PersonInput = BodySent<typeof addPerson>

/** Saves a person: a new one, or an update of the version in `before`. */
export async function savePerson(before: Person | null, input: PersonInput): Promise<Person> {
  if (before === null) return (await call(addPerson, { body: input })).data
  const body = { ...input, basedOn: before.version }
  return (await call(changePerson, { params: { id: before.id }, body })).data
}

export async function forgetPerson(id: string): Promise<void> {
  await call(removePerson, { params: { id } })
}

/** The current person, if a save was refused because they were changed elsewhere; else null. */
export function changedMeanwhile(failure: unknown): Person | null {
  return failure instanceof ApiFailure && failure.code === 'person_changed' ? (failure.data as Person) : null
}
