import type { CriticalCall, LabReport, LabResults } from '@labalaba/contract'
import { type Dispatch, type SetStateAction, useState } from 'react'
import { focusField } from '../../../components/banner.tsx'
import * as copy from '../../../copy/critical-calls.ts'
import { useAct } from '../../../lib/act.ts'
import { ApiFailure } from '../../../lib/api.ts'
import { useNow } from '../../../lib/now.ts'
import { toast } from '../../../lib/toast.ts'
import { wrongFields } from '../../../lib/wrong-fields.ts'
import { bodyOf, type CallField, choicesOf, fields, personOf, problemsOf, type TypedCall } from './policy.ts'
import { sendCall } from './queries.ts'

/** The id of a field's element. */
export const idOf = (field: CallField) => `call-${field}`

export type CallForm = ReturnType<typeof useCallForm>

type FormProps = {
  report: Pick<LabReport, 'id'>
  call: CriticalCall
  patient: LabResults['patient']
  typed: TypedCall
  onTyped: Dispatch<SetStateAction<TypedCall>>
  onChanged: () => void
  onDone: () => void
}

/**
 * The form of one telephone call. A request that is repeated unchanged has the id of the first, so that it is logged
 * once; a changed one has its own. `onChanged` is called if the call was changed elsewhere.
 */
export function useCallForm({ report, call, patient, typed, onTyped, onChanged, onDone }: FormProps) {
  const [isSubmitted, setSubmitted] = useState(false)
  const act = useAct()
  const now = useNow()
  const choices = choicesOf(call, patient, now)
  const problems = problemsOf(typed, choices, call)
  const refused = wrongFields(act.failure)

  function send(): void {
    setSubmitted(true)
    const first = fields.find((field) => problems[field] !== undefined)
    if (first) {
      focusField(idOf(first))
      return
    }
    const body = bodyOf(typed, choices, call)
    const said = JSON.stringify(body)
    const attempt = typed.sent.body === said ? typed.sent.attempt : crypto.randomUUID()
    onTyped((newest) => ({ ...newest, sent: { body: said, attempt } }))
    act.run(async () => {
      await sendCall(report, { ...body, attempt }).catch((failure: unknown) => {
        if (isWrongState(failure)) onChanged()
        throw failure
      })
      toast.success(body.end ? copy.loggedAndEnded : copy.logged)
      onDone()
    })
  }

  return {
    ...{ typed, choices, act, send },
    person: personOf(typed, choices),
    isChanged: isWrongState(act.failure),
    /** The words beside a field: what this form finds after the first try to send it, or what the server refused. */
    wrong: (field: CallField) => (isSubmitted ? problems[field] : undefined) ?? refused[field] ?? null,
    type: (changes: Partial<TypedCall>) => onTyped((newest) => ({ ...newest, ...changes })),
    typePerson: (changes: { name?: string; phone?: string }) =>
      onTyped((newest) => ({
        ...newest,
        people: { ...newest.people, [newest.choice]: { ...personOf(newest, choices), ...changes } },
      })),
  }
}

function isWrongState(failure: unknown): boolean {
  return failure instanceof ApiFailure && failure.code === 'wrong_state'
}
