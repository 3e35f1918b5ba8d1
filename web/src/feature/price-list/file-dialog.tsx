import type { PriceChange } from '@labalaba/contract'
import { useId, useState } from 'react'
import { useAct } from '../../lib/act.ts'
import { counted } from '../../lib/format.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Frame, inputClass } from '../../ui/field.tsx'
import { Failed } from './failed.tsx'
import { type FilePreview, previewFile, savePrices, textOf } from './queries.ts'

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
    if (file.size > largest) setWrong('This file is larger than 1 MB. Send it in two or more parts.')
    else
      act.run(async () => {
        const preview = await previewFile(await textOf(file))
        if (preview.change) onPreview(preview.change)
        else setFound(preview)
      })
  }

  return (
    <Dialog title="Change prices from a file" onClose={onClose} wide>
      <Failed act={act} title="The file was not read" />
      <Failed act={saving} title="The file did not come" />
      {found ? <Found found={found} /> : null}
      <p>
        Start from your list as it is, change it in a spreadsheet, and save it as CSV. Tests that are not in
        the file stay as they are. You see every change before anything is done.
      </p>
      <Button
        working={saving.working}
        workingText="Fetching your list"
        onClick={() => saving.run(savePrices)}
      >
        Download your list
      </Button>
      <Frame
        id={id}
        label="Your file"
        hint="Columns test_code and price_ngn, and if you like turnaround_hours, at_home and paused. At most 1 MB."
        error={wrong}
      >
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
        {act.working ? 'Reading the file…' : ''}
      </p>
    </Dialog>
  )
}

function Found({ found: { problems, problemCount, unchanged } }: { found: FilePreview }) {
  if (problemCount === 0)
    return (
      <Banner tone="info" title="Nothing would change" announce>
        <p>{counted(unchanged, 'test')} of the file are as they are in your list.</p>
      </Banner>
    )
  const title = `${counted(problemCount, 'problem')} in this file. Nothing was changed.`
  return (
    <Banner tone="error" title={title} announce>
      <table className="w-full">
        <caption className="sr-only">What to put right, by line of the file</caption>
        <thead>
          <tr className="text-left">
            <th scope="col" className="w-16 py-1 pr-3 font-semibold">
              Line
            </th>
            <th scope="col" className="py-1 font-semibold">
              What to put right
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
      {problemCount > problems.length ? <p>These are the first {problems.length}.</p> : null}
    </Banner>
  )
}
