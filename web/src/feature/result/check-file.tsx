import { useId, useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { buttonClass } from '../../ui/button.tsx'

type Verdict = 'same' | 'other' | 'unreadable'

/** The SHA-256 of a file, counted on this device; null where the browser cannot. */
async function hashOf(file: File): Promise<string | null> {
  try {
    const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
    return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  } catch {
    return null
  }
}

/** Whether a PDF is just the one that was released. It never leaves the device. */
export function CheckFile({ fileHash }: { fileHash: string }) {
  const id = useId()
  const [checked, setChecked] = useState<{ name: string; verdict: Verdict } | null>(null)

  async function check(file: File | undefined): Promise<void> {
    if (!file) return
    const hash = await hashOf(file)
    const verdict = hash === null ? 'unreadable' : hash === fileHash ? 'same' : 'other'
    setChecked({ name: file.name, verdict })
  }

  return (
    <section aria-labelledby={`${id}-title`} className="space-y-3">
      <h2 id={`${id}-title`} className="heading-small">
        Do you have the PDF?
      </h2>
      <p>
        Choose it, and we compare it with the one that the lab released. It stays on this device: nothing of
        it is sent.
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
        Choose the PDF
      </label>
      <div role="status">{checked ? <Said {...checked} /> : null}</div>
    </section>
  )
}

function Said({ name, verdict }: { name: string; verdict: Verdict }) {
  if (verdict === 'same')
    return (
      <Banner tone="ok" title="This is the lab’s own file">
        <p>Every byte of {name} is as the lab released it.</p>
      </Banner>
    )
  if (verdict === 'other')
    return (
      <Banner tone="error" title="This is not the lab’s file">
        <p>
          {name} differs from what the lab released under this code. Do not rely on it; ask for the original.
        </p>
      </Banner>
    )
  return (
    <Banner tone="warn" title="We could not compare it">
      <p>This browser cannot read the file. Try another browser.</p>
    </Banner>
  )
}
