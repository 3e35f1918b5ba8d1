import { lazy, Suspense, useState } from 'react'
import * as copy from '../../copy/components.ts'
import { EachKey, type OtherKeys } from './each-key.tsx'
import { KeySign } from './key-sign.tsx'
import { useShownKeys } from './shown-keys.ts'

const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog.tsx')).KeysDialog }))

/** Enables the shortcut keys of a page's buttons and shows them at its foot; `?` lists them all. */
export function Keys({ others = [] }: { others?: OtherKeys }) {
  const [open, setOpen] = useState(false)
  useShownKeys()
  return (
    <>
      <p className="text-muted hidden flex-wrap items-center gap-x-4 md:pointer-fine:flex">
        {others.map(([keys, words]) => (
          <span key={words}>
            <EachKey keys={keys} /> {words}
          </span>
        ))}
        <button
          type="button"
          aria-keyshortcuts="?"
          className="min-h-row rounded-button text-indigo inline-flex items-center gap-2 underline underline-offset-3"
          onClick={() => setOpen(true)}
        >
          {copy.keysAll}
          <KeySign letter="?" />
        </button>
      </p>
      {open ? (
        <Suspense>
          <KeysDialog others={others} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
