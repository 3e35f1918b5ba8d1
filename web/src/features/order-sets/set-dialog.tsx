import type { OrderSet } from '@labalaba/contract'
import { useState } from 'react'
import { ActDialog } from '../../components/act-dialog.tsx'
import { IconButton } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { PlusIcon, TrashIcon } from '../../components/icons.tsx'
import * as copy from '../../copy/order-sets.ts'
import * as shared from '../../copy/shared.ts'
import { useAct } from '../../lib/act.ts'
import { ApiFailure, failureWords } from '../../lib/api.ts'
import { fill } from '../../lib/fill.ts'
import { toast } from '../../lib/toast.ts'
import { useTypedSearch } from '../../lib/typed-search.ts'
import { saveSet, useFewTests } from './queries.ts'

const most = 40

type SetDialogProps = {
  /** The set to edit; null for a new one. */
  set: OrderSet | null
  /** The initial tests of a new set. */
  begins: readonly string[]
  onSaved: () => void
  onClose: () => void
}

/** Edits the name and tests of an order set. */
export function SetDialog({ set, begins, onSaved, onClose }: SetDialogProps) {
  const [name, setName] = useState(set?.name ?? '')
  const [tests, setTests] = useState<readonly string[]>(set?.tests.map((test) => test.name) ?? begins)
  const [wrong, setWrong] = useState<{ name?: string; tests?: string }>({})
  const saving = useAct()

  async function save(): Promise<void> {
    try {
      await saveSet(set, name.trim(), tests)
    } catch (failure) {
      if (!(failure instanceof ApiFailure) || failure.code !== 'set_name_taken') throw failure
      setWrong({ name: failureWords(failure) })
      return
    }
    toast.success(copy.saved)
    onSaved()
  }

  function tryToKeep(): void {
    const missing = {
      ...(name.trim() === '' && { name: copy.nameMissing }),
      ...(tests.length === 0 && { tests: copy.addTest }),
    }
    setWrong(missing)
    if (Object.keys(missing).length === 0) saving.run(save)
  }

  return (
    <ActDialog
      wide
      title={set ? copy.changeTitle : copy.newTitle}
      onClose={onClose}
      button={copy.saveSet}
      workingText={shared.saving}
      act={saving}
      onDo={tryToKeep}
    >
      <Field
        id="set-name"
        label={copy.name}
        hint={copy.nameHint}
        maxLength={60}
        autoComplete="off"
        value={name}
        error={wrong.name}
        onText={(text) => {
          setName(text)
          setWrong({ ...wrong, name: '' })
        }}
      />
      <Chosen tests={tests} onRemove={(test) => setTests(tests.filter((one) => one !== test))} />
      <FindTest
        error={wrong.tests}
        chosen={tests}
        onAdd={(test) => {
          if (tests.length < most) setTests([...tests, test])
          setWrong({ ...wrong, tests: '' })
        }}
      />
    </ActDialog>
  )
}

function Chosen({ tests, onRemove }: { tests: readonly string[]; onRemove: (test: string) => void }) {
  if (tests.length === 0) return null
  return (
    <ul aria-label={copy.chosen} className="divide-hair border-hair divide-y border-y">
      {tests.map((test) => (
        <li key={test} className="flex items-center justify-between gap-3">
          <span className="min-w-0 wrap-anywhere">{test}</span>
          <IconButton name={fill(copy.removeTest, { test })} onClick={() => onRemove(test)}>
            <TrashIcon />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}

type FindProps = {
  error: string | undefined
  chosen: readonly string[]
  onAdd: (test: string) => void
}

function FindTest({ error, chosen, onAdd }: FindProps) {
  const [q, setQ] = useState('')
  const search = useTypedSearch(setQ)
  const found = useFewTests(q)
  const tests = q.length > 1 ? (found.data?.data ?? []).filter(({ name }) => !chosen.includes(name)) : []
  return (
    <div>
      <Field
        id="set-test"
        label={copy.addTest}
        hint={copy.addTestHint}
        type="search"
        autoComplete="off"
        maxLength={100}
        value={search.typed}
        error={error}
        onText={search.type}
      />
      <p role="status" className="sr-only">
        {q.length > 1 && found.data ? fill(copy.foundCount, { count: tests.length }) : ''}
      </p>
      <ul className="mt-2" aria-label={copy.found}>
        {tests.map(({ code, name }) => (
          <li key={code}>
            <button
              type="button"
              onClick={() => onAdd(name)}
              className="rounded-field hover:bg-sand text-indigo flex min-h-12 w-full items-center gap-3 px-2 text-left font-semibold"
            >
              <PlusIcon />
              <span className="min-w-0 wrap-anywhere">{name}</span>
            </button>
          </li>
        ))}
      </ul>
      {q.length > 1 && found.data && tests.length === 0 ? (
        <p className="text-muted mt-2">{copy.noneFound}</p>
      ) : null}
    </div>
  )
}
