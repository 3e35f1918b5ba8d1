import {
  attachmentPiece,
  attachPdf,
  type LabReport,
  largestAttachment,
  sendAttachmentPiece,
} from '@labalaba/contract'
import { useId, useRef, useState } from 'react'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { FileButton } from '../../components/file-button.tsx'
import { NotDone } from '../../components/not-done.tsx'
import * as copy from '../../copy/results.ts'
import * as shared from '../../copy/shared.ts'
import { useAct } from '../../lib/act.ts'
import { ApiFailure, call } from '../../lib/api.ts'
import { fill } from '../../lib/fill.ts'
import { toast } from '../../lib/toast.ts'
import { AttachmentLine } from './attachment-line.tsx'
import { hashOf } from './policy.ts'
import { detach } from './queries.ts'

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
          <FileButton id={id} accept="application/pdf" wide onFile={send}>
            {attachment ? copy.attachAnother : copy.attach}
            <span className="sr-only"> {fill(copy.attachTo, { test: report.test })}</span>
          </FileButton>
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

/** Why a file cannot be sent, or null. */
function refusedAtOnce({ size, type, name }: Pick<File, 'size' | 'type' | 'name'>): string | null {
  if (type !== 'application/pdf' && !/\.pdf$/i.test(name)) return copy.uploadNotPdf
  if (size > largestAttachment) return copy.uploadTooLarge
  return size === 0 ? copy.uploadEmpty : null
}

/**
 * Sends a PDF to a report piece by piece, and attaches it. A failed piece is retried a few times. Calling it again is safe;
 * pieces in `sent` are not sent again.
 */
async function sendPdf(
  { id, versions }: LabReport,
  file: File,
  sent: Set<string>,
  onSent: (share: number) => void,
): Promise<void> {
  const hash = await hashOf(file)
  if (hash === null) throw new ApiFailure(0, 'unreadable', copy.uploadUnreadable)
  for (let from = 0; from < file.size; from += attachmentPiece) {
    const params = { id, hash, piece: String(from / attachmentPiece) }
    const name = `${hash} ${params.piece}`
    if (!sent.has(name)) {
      const bytes = toBase64(await file.slice(from, from + attachmentPiece).arrayBuffer())
      await again(() => call(sendAttachmentPiece, { params, body: { bytes } }))
      sent.add(name)
    }
    onSent(Math.min(1, (from + attachmentPiece) / file.size))
  }
  try {
    const basedOn = versions[0]?.enteredAt ?? null
    await again(() => call(attachPdf, { params: { id }, body: { hash, basedOn } }))
  } catch (failure) {
    if (failure instanceof ApiFailure && failure.code === 'pieces_missing') sent.clear()
    throw failure
  }
}

/** Before the second, third and fourth try, in milliseconds. */
const pauses = [1000, 3000, 6000]

/** Retries if no response came, or for status 502, 503 or 504. */
async function again<T>(act: () => Promise<T>): Promise<T> {
  for (const pause of pauses)
    try {
      return await act()
    } catch (failure) {
      if (!(failure instanceof ApiFailure) || ![0, 502, 503, 504].includes(failure.status)) throw failure
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  return await act()
}

/** Encodes as Base64, in parts of 8192 bytes: a browser limits the number of arguments. */
function toBase64(buffer: ArrayBuffer): string {
  const bytes = new Uint8Array(buffer)
  let text = ''
  for (let from = 0; from < bytes.length; from += 8192)
    text += String.fromCharCode(...bytes.subarray(from, from + 8192))
  return btoa(text)
}
