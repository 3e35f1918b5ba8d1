import { useId, useState } from 'react'
import { Banner } from '../../components/banner.tsx'
import { buttonClass } from '../../components/button.tsx'
import * as copy from '../../copy/results.ts'
import { fill } from '../../lib/fill.ts'
import { hashOf } from './policy.ts'

type Verdict = 'report' | 'attachment' | 'other' | 'unreadable'

/** The verdict is null while the file is being read, which takes a small phone some time. */
type Chosen = { file: File; verdict: Verdict | null }

type Hashes = { fileHash: string; attachmentHash: string | null }

/** Whether a PDF is exactly the released report, or the lab's own attachment of it. The file never leaves the device. */
export function CheckFile({ fileHash, attachmentHash }: Hashes) {
  const id = useId()
  const [chosen, setChosen] = useState<Chosen | null>(null)

  function verdictOn(hash: string | null): Verdict {
    if (hash === null) return 'unreadable'
    if (hash === fileHash) return 'report'
    return hash === attachmentHash ? 'attachment' : 'other'
  }

  async function check(file: File | undefined): Promise<void> {
    if (!file) return
    setChosen({ file, verdict: null })
    const verdict = verdictOn(await hashOf(file))
    setChosen((now) => (now?.file === file ? { file, verdict } : now))
  }

  return (
    <section aria-labelledby={`${id}-title`} className="space-y-3">
      <h2 id={`${id}-title`} className="heading-small">
        {copy.checkFileTitle}
      </h2>
      <p>
        {attachmentHash === null ? copy.checkFileOne : copy.checkFileTwo} {copy.checkFileStays}
      </p>
      <input
        id={id}
        type="file"
        accept="application/pdf"
        className="peer sr-only"
        onChange={(event) => void check(event.target.files?.[0])}
      />
      <label
        htmlFor={id}
        className={`${buttonClass('secondary', true)} cursor-pointer peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2`}
      >
        {copy.checkFileChoose}
      </label>
      <div role="status">{chosen ? <Said {...chosen} /> : null}</div>
    </section>
  )
}

function Said({ file: { name }, verdict }: Chosen) {
  if (verdict === null) return <p>{fill(copy.checkFileComparing, { name })}</p>
  if (verdict === 'report' || verdict === 'attachment')
    return (
      <Banner tone="ok" title={copy.checkFileGenuine}>
        <p>
          {fill(copy.checkFileSame, { name })}
          {verdict === 'attachment' ? ` ${copy.checkFileIsAttachment}` : null}
        </p>
      </Banner>
    )
  if (verdict === 'other')
    return (
      <Banner tone="error" title={copy.checkFileOther}>
        <p>{fill(copy.checkFileDiffers, { name })}</p>
      </Banner>
    )
  return (
    <Banner tone="warn" title={copy.checkFileFailed}>
      <p>{copy.checkFileUnreadable}</p>
    </Banner>
  )
}
