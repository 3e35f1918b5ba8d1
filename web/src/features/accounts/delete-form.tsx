import { useState } from 'react'
import { ErrorSummary, type Problem } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Checkbox } from '../../components/choices.tsx'
import { Form } from '../../components/form.tsx'
import { PasswordField } from '../../components/password-field.tsx'
import * as copy from '../../copy/accounts.ts'
import { useAct } from '../../lib/act.ts'
import { ApiFailure, failureWords } from '../../lib/api.ts'
import { fillNodes } from '../../lib/fill.ts'
import { BoldEmail, FailureNote } from './form-parts.tsx'
import { type Erased, eraseAccount } from './queries.ts'

type DeleteFormProps = { email: string; onDeleted: (how: Erased) => void }

/** Deletes the signed-in account; needs its password and a tick. */
export function DeleteForm({ email, onDeleted }: DeleteFormProps) {
  const [password, setPassword] = useState('')
  const [sure, setSure] = useState(false)
  const [problems, setProblems] = useState<Problem[]>([])
  const act = useAct()
  const wordsFor = (id: string) => problems.find((problem) => problem.id === id)?.words

  function missing(): Problem[] {
    return [
      { id: 'delete-password', words: password === '' ? copy.passwordEmpty : '' },
      { id: 'delete-sure', words: sure ? '' : copy.deleteNotTicked },
    ].filter((problem) => problem.words !== '')
  }

  async function erase(): Promise<void> {
    try {
      onDeleted(await eraseAccount(password))
    } catch (failure) {
      if (!(failure instanceof ApiFailure) || failure.code !== 'wrong_password') throw failure
      setProblems([{ id: 'delete-password', words: failureWords(failure) }])
    }
  }

  return (
    <Form
      className="space-y-6"
      onSubmit={() => {
        const found = missing()
        setProblems(found)
        if (found.length === 0) act.run(erase)
      }}
    >
      <FailureNote failure={act.failure} />
      <ErrorSummary problems={problems} />
      <p>
        {fillNodes(copy.deleteSignedInAs, {
          email: <BoldEmail email={email} />,
        })}
      </p>
      <PasswordField
        id="delete-password"
        label={copy.yourPassword}
        hint={copy.deletePasswordHint}
        autoComplete="current-password"
        value={password}
        onText={(text) => {
          setPassword(text)
          setProblems(problems.filter((problem) => problem.id !== 'delete-password'))
        }}
        error={wordsFor('delete-password')}
      />
      <Checkbox
        id="delete-sure"
        checked={sure}
        onChecked={(ticked) => {
          setSure(ticked)
          setProblems(problems.filter((problem) => problem.id !== 'delete-sure'))
        }}
        error={wordsFor('delete-sure')}
      >
        {copy.deleteSure}
      </Checkbox>
      <Button type="submit" look="danger" wide working={act.working} workingText={copy.deleting}>
        {copy.deleteDo}
      </Button>
    </Form>
  )
}
