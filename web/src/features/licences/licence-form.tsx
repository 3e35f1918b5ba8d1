import { useId, useRef, useState } from 'react'
import { Button, buttonClass } from '../../components/button.tsx'
import { Field, GroupFrame } from '../../components/field.tsx'
import { NotDone } from '../../components/not-done.tsx'
import { SelectField } from '../../components/select-field.tsx'
import * as copy from '../../copy/licences.ts'
import * as shared from '../../copy/shared.ts'
import { useAct } from '../../lib/act.ts'
import { toast } from '../../lib/toast.ts'
import { useTypedState } from '../../lib/typed-state.ts'
import { licenceYears, refusedDocument } from './policy.ts'
import { send } from './queries.ts'

type FormProps = {
  readonly folioNumber: string
  /** The year selected at first. */
  readonly year: number
  readonly now: Date
  readonly onSent: () => void
}

/** Sends the practising licence of a year. The typed values and the file stay if sending fails. */
export function LicenceForm({ folioNumber, year: first, now, onSent }: FormProps) {
  const years = licenceYears(now)
  const [folio, setFolio] = useTypedState('licence folio', folioNumber)
  const [year, setYear] = useTypedState('licence year', String(first))
  const [file, setFile] = useState<File | null>(null)
  const [looked, setLooked] = useState(false)
  const sending = useAct()
  const own = useId()
  /** One id per content, so that retries count as one submission. */
  const id = useRef(crypto.randomUUID())
  const change = (take: () => void) => {
    id.current = crypto.randomUUID()
    sending.forget()
    take()
  }
  const problems = {
    folio: /^[A-Z0-9][A-Z0-9/ -]{1,18}[A-Z0-9]$/i.test(folio.trim()) ? null : copy.folioWrong,
    file: file ? refusedDocument(file) : copy.fileMissing,
  }

  function submit(): void {
    setLooked(true)
    const wrong = problems.folio ? `${own}-folio` : problems.file ? `${own}-file` : null
    if (wrong || !file) {
      document.getElementById(wrong ?? `${own}-file`)?.focus()
      return
    }
    sending.run(async () => {
      await send({ id: id.current, folioNumber: folio, year: Number(year) }, file)
      toast.success(copy.licenceSent)
      setFile(null)
      setLooked(false)
      onSent()
    })
  }

  return (
    <form
      noValidate
      className="max-w-column space-y-5"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Field
        id={`${own}-folio`}
        label={copy.folioNumber}
        hint={copy.folioHint}
        maxLength={20}
        autoCapitalize="characters"
        autoComplete="off"
        value={folio}
        onText={(text) => change(() => setFolio(text))}
        error={looked ? problems.folio : null}
      />
      <SelectField
        label={copy.licenceYear}
        value={year}
        options={years.map((one) => ({ value: String(one), label: String(one) }))}
        onChosen={(chosen) => change(() => setYear(chosen))}
      />
      <GroupFrame
        id={`${own}-document`}
        label={copy.documentLabel}
        hint={copy.documentHint}
        error={looked ? problems.file : null}
      >
        <FileChoice id={`${own}-file`} file={file} onFile={(chosen) => change(() => setFile(chosen))} />
      </GroupFrame>
      <NotDone failure={sending.failure} title={copy.notSent} />
      <Button look="primary" type="submit" wide working={sending.working} workingText={shared.sending}>
        {copy.sendLicence}
      </Button>
    </form>
  )
}

function FileChoice({ id, file, onFile }: { id: string; file: File | null; onFile: (file: File) => void }) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <input
        id={id}
        type="file"
        accept="image/jpeg,image/png,image/webp,application/pdf"
        className="peer sr-only"
        onChange={(event) => {
          const [chosen] = event.target.files ?? []
          // Cleared, so that the same file can be chosen again.
          event.target.value = ''
          if (chosen) onFile(chosen)
        }}
      />
      <label
        htmlFor={id}
        className={`${buttonClass('secondary', false)} cursor-pointer peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2`}
      >
        {file ? copy.chooseAnotherFile : copy.chooseFile}
      </label>
      {file ? <span className="min-w-0 truncate">{file.name}</span> : null}
    </div>
  )
}
