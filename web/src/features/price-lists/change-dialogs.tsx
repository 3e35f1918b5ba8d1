import type { PriceChange } from '@labalaba/contract'
import { useId, useState } from 'react'
import { ActDialog } from '../../components/act-dialog.tsx'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field, Frame, inputClass } from '../../components/field.tsx'
import { NotDone } from '../../components/not-done.tsx'
import { SelectField } from '../../components/select-field.tsx'
import * as copy from '../../copy/price-lists.ts'
import { useAct } from '../../lib/act.ts'
import { fill, plural } from '../../lib/fill.ts'
import { useTypedState } from '../../lib/typed-state.ts'
import { typedPercent } from './policy.ts'
import { type FilePreview, previewFile, previewPercentage, savePrices, textOf } from './queries.ts'

const largest = 1_000_000

type FileDialogProps = { onClose: () => void; onPreview: (change: PriceChange) => void }

/** Uploads a file of prices, lists its errors row by row, and leads to the preview. */
export function FileDialog({ onClose, onPreview }: FileDialogProps) {
  const id = useId()
  const act = useAct()
  const saving = useAct()
  const [wrong, setWrong] = useState<string | null>(null)
  const [found, setFound] = useState<FilePreview | null>(null)

  function read(file: File | undefined): void {
    setFound(null)
    setWrong(null)
    if (!file) return
    if (file.size > largest) setWrong(copy.fileTooLarge)
    else
      act.run(async () => {
        const preview = await previewFile(await textOf(file))
        if (preview.change) onPreview(preview.change)
        else setFound(preview)
      })
  }

  return (
    <Dialog title={copy.fileTitle} onClose={onClose} wide>
      <NotDone failure={act.failure} title={copy.fileNotRead} offline={copy.notHeard} />
      <NotDone failure={saving.failure} title={copy.listNotDownloaded} offline={copy.notHeard} />
      {found ? <Found found={found} /> : null}
      <p>{copy.fileHelp}</p>
      <Button
        working={saving.working}
        workingText={copy.listDownloading}
        onClick={() => saving.run(savePrices)}
      >
        {copy.listDownload}
      </Button>
      <Frame id={id} label={copy.fileLabel} hint={copy.fileHint} error={wrong}>
        {(wiring) => (
          <input
            {...wiring}
            type="file"
            accept=".csv,text/csv,text/plain"
            onChange={(event) => {
              read(event.target.files?.[0])
              // Cleared, so that the corrected file can be chosen again.
              event.target.value = ''
            }}
            className={`${inputClass(Boolean(wrong))} h-auto w-full py-2.5`}
          />
        )}
      </Frame>
      <p aria-live="polite" className="text-muted min-h-6">
        {act.working ? copy.fileReading : ''}
      </p>
    </Dialog>
  )
}

function Found({ found: { problems, problemCount, unchanged } }: { found: FilePreview }) {
  if (problemCount === 0)
    return (
      <Banner tone="info" title={copy.fileNothing} announce>
        <p>{plural(copy.fileUnchanged, unchanged)}</p>
      </Banner>
    )
  const title = plural(copy.fileProblems, problemCount)
  return (
    <Banner tone="error" title={title} announce>
      <table className="w-full">
        <caption className="sr-only">{copy.problemsCaption}</caption>
        <thead>
          <tr className="text-left">
            <th scope="col" className="w-16 py-1 pr-3 font-semibold">
              {copy.problemLine}
            </th>
            <th scope="col" className="py-1 font-semibold">
              {copy.problemWords}
            </th>
          </tr>
        </thead>
        <tbody>
          {problems.map(({ line, words }) => (
            <tr key={`${line} ${words}`} className="border-hair border-t align-top">
              <td className="figures py-1 pr-3">{line}</td>
              <td className="py-1 wrap-anywhere">{words}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {problemCount > problems.length ? <p>{fill(copy.firstProblems, { count: problems.length })}</p> : null}
    </Banner>
  )
}

type PercentageProps = {
  departments: readonly string[]
  onClose: () => void
  onPreview: (change: PriceChange) => void
}

/** Asks for a percentage and a department, and leads to a preview of every price. */
export function PercentageDialog({ departments, onClose, onPreview }: PercentageProps) {
  const [typed, setTyped] = useTypedState('percentage', '')
  const [department, setDepartment] = useTypedState('percentage where', '')
  const [looked, setLooked] = useState(false)
  const [none, setNone] = useState(false)
  const act = useAct()
  const percent = typedPercent(typed)
  const wrong = percent === null ? copy.wrongPercentage : null

  function preview(): void {
    setLooked(true)
    setNone(false)
    if (percent === null) document.getElementById('percent')?.focus()
    else
      act.run(async () => {
        const change = await previewPercentage(percent, department)
        if (change) onPreview(change)
        else setNone(true)
      })
  }

  return (
    <ActDialog
      title={copy.percentageTitle}
      onClose={onClose}
      button={copy.percentageLook}
      workingText={copy.percentageWorking}
      act={act}
      failed={{ title: copy.percentageFailed, offline: copy.notHeard }}
      onDo={preview}
    >
      {none ? (
        <Banner tone="info" title={copy.percentageNothing} announce>
          <p>{copy.percentageRounded}</p>
        </Banner>
      ) : null}
      <Field
        id="percent"
        label={copy.percentageLabel}
        hint={copy.percentageHint}
        width="short"
        autoComplete="off"
        value={typed}
        onText={setTyped}
        error={looked ? wrong : null}
      />
      <SelectField
        label={copy.percentageTests}
        value={department}
        options={[
          { value: '', label: copy.everyTest },
          ...departments.map((one) => ({ value: one, label: one })),
        ]}
        onChosen={setDepartment}
      />
    </ActDialog>
  )
}
