import type { AccountType } from '@labalaba/contract'
import { useState } from 'react'
import { ErrorSummary, type Problem } from '../../components/banner.tsx'
import { Checkbox } from '../../components/choices.tsx'
import { Link } from '../../components/link.tsx'
import * as copy from '../../copy/accounts.ts'
import { useAct } from '../../lib/act.ts'
import { ApiFailure, failureWords } from '../../lib/api.ts'
import { fillNodes } from '../../lib/fill.ts'
import { toast } from '../../lib/toast.ts'
import { FailureNote, SubmitButton } from './form-parts.tsx'
import {
  emptyRegistration,
  type Registration,
  registrationMissing,
  registrationNameErrors,
} from './policy.ts'
import { register } from './queries.ts'
import { RegisterFields } from './register-fields.tsx'

type RegisterFormProps = { type: AccountType; onRegistered: () => void }

/** The registration form. The button is disabled exactly while the line next to it says what is missing. */
export function RegisterForm({ type, onRegistered }: RegisterFormProps) {
  const [form, setForm] = useState(emptyRegistration)
  const [problems, setProblems] = useState<Problem[]>([])
  const act = useAct()
  const missing = registrationMissing(form)

  function change(part: Partial<Registration>): void {
    setForm({ ...form, ...part })
    setProblems(problems.filter((problem) => !(camel(problem.id) in part)))
  }

  async function submit(): Promise<void> {
    try {
      await register(form, type)
      toast.success(copy.registered)
      onRegistered()
    } catch (failure) {
      toast.error(copy.registerFailed)
      if (failure instanceof ApiFailure && failure.code === 'weak_password') {
        setProblems([{ id: 'password', words: failureWords(failure) }])
        return
      }
      throw failure
    }
  }

  return (
    <form
      noValidate
      className="space-y-6"
      onSubmit={(event) => {
        event.preventDefault()
        const found = registrationNameErrors(form)
        setProblems(found)
        if (missing.length === 0 && found.length === 0) act.run(submit)
      }}
    >
      <FailureNote failure={act.failure} />
      <ErrorSummary problems={problems} />
      <RegisterFields form={form} problems={problems} onChange={change} />
      <Checkbox id="terms" checked={form.agreed} onChecked={(agreed) => change({ agreed })}>
        {fillNodes(copy.agreeToTerms, {
          terms: (
            <Link to="/terms-of-use" target="_blank" className="inline-flex min-h-12 items-center">
              {copy.termsOfUse}
            </Link>
          ),
        })}
      </Checkbox>
      <SubmitButton missing={missing} working={act.working} workingText={copy.registering}>
        {copy.register}
      </SubmitButton>
    </form>
  )
}

function camel(id: string): string {
  return id.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}
