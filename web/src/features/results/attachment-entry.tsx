import type { LabReport } from '@labalaba/contract'
import { useId, useRef, useState } from 'react'
import { Banner } from '../../components/banner.tsx'
import { Button, buttonClass } from '../../components/button.tsx'
import { NotDone } from '../../components/not-done.tsx'
import * as copy from '../../copy/results.ts'
import * as shared from '../../copy/shared.ts'
import { useAct } from '../../lib/act.ts'
import { fill } from '../../lib/fill.ts'
import { toast } from '../../lib/toast.ts'
import { AttachmentLine } from './attachment-line.tsx'
import { detach } from './queries.ts'
import { refusedAtOnce, sendPdf } from './upload.ts'

/** The PDF of a draft: next to the values, or instead of them. Typed values stay. */
export function AttachmentEntry({ report, onDone }: { report: LabReport; onDone: () => void }) {
  const id = useId()
  const [file, setFile] = useState<File | null>(null)
  const [share, setShare] = useState(0)
  const [refused, setRefused] = useState<string | null>(null)
  const sent = useRef(new Set<string>())
  const sending = useAct()
  const taking = useAct()
  const [newest] = report.versions
  const attachment = newest?.attachment ?? null

  function send(chosen: File): void {
    const says = refusedAtOnce(chosen)
    setRefused(says)
    sending.forget()
    setFile(says === null ? chosen : null)
    if (says !== null) return
    setShare(0)
    sending.run(async () => {
      await sendPdf(report, chosen, sent.current, setShare)
      setFile(null)
      toast.success(copy.attachDone)
      onDone()
    })
  }

  return (
    <section aria-labelledby={`${id}-title`} className="border-hair mt-4 space-y-3 border-t pt-4">
      <div>
        <h3 id={`${id}-title`} className="font-semibold">
          {copy.pdf}
        </h3>
        <p className="text-small text-muted">{copy.attachSays}</p>
      </div>
      {attachment && newest ? (
        <AttachmentLine report={report} version={newest.number} attachment={attachment}>
          <Button
            look="quiet"
            working={taking.working}
            workingText={copy.attachmentRemoving}
            onClick={() =>
              taking.run(async () => {
                await detach(report)
                toast.success(copy.attachmentRemoved)
                onDone()
              })
            }
          >
            {copy.attachmentRemove}
            <span className="sr-only"> {fill(copy.attachmentRemoveFrom, { test: report.test })}</span>
          </Button>
        </AttachmentLine>
      ) : null}
      <NotDone failure={taking.failure} />
      <NotDone failure={sending.failure} title={copy.attachFailed} />
      {refused ? (
        <Banner tone="error" title={copy.attachFailed} announce>
          <p>{refused}</p>
        </Banner>
      ) : null}
      {sending.working && file ? (
        <Sending name={file.name} share={share} />
      ) : (
        <div className="flex flex-wrap gap-3">
          {sending.failure && file ? (
            <Button look="primary" onClick={() => send(file)}>
              {shared.tryAgain}
            </Button>
          ) : null}
          <input
            id={id}
            type="file"
            accept="application/pdf"
            className="peer sr-only"
            onChange={(event) => {
              const [chosen] = event.target.files ?? []
              // Cleared, so that the same file can be chosen again.
              event.target.value = ''
              if (chosen) send(chosen)
            }}
          />
          <label
            htmlFor={id}
            className={`${buttonClass('secondary', true)} cursor-pointer peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2`}
          >
            {attachment ? copy.attachAnother : copy.attach}
            <span className="sr-only"> {fill(copy.attachTo, { test: report.test })}</span>
          </label>
        </div>
      )}
    </section>
  )
}

function Sending({ name, share }: { name: string; share: number }) {
  const percent = Math.floor(share * 100)
  const words = share < 1 ? fill(copy.attachmentSending, { percent }) : shared.checking
  return (
    <div className="max-w-column space-y-1">
      <p className="flex justify-between gap-4">
        <span className="truncate">{name}</span>
        <span className="figures text-muted whitespace-nowrap">{words}</span>
      </p>
      <progress
        className="accent-indigo block h-2 w-full"
        aria-label={fill(copy.attachmentOnItsWay, { name })}
        max={100}
        value={percent}
      />
    </div>
  )
}
