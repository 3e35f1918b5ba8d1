import type { ReactNode } from 'react'
import { buttonClass } from './button.tsx'

type FileButtonProps = {
  id: string
  /** The types that may be chosen, as in the HTML attribute. */
  accept: string
  /** As wide as the column on phones. */
  wide?: boolean
  onFile: (file: File) => void
  children: ReactNode
}

/** A button that chooses a file. The same file can be chosen again. */
export function FileButton({ id, accept, wide = false, onFile, children }: FileButtonProps) {
  return (
    <>
      <input
        id={id}
        type="file"
        accept={accept}
        className="peer sr-only"
        onChange={({ target }) => {
          const [chosen] = target.files ?? []
          target.value = ''
          if (chosen) onFile(chosen)
        }}
      />
      <label
        htmlFor={id}
        className={`${buttonClass('secondary', wide)} cursor-pointer peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2`}
      >
        {children}
      </label>
    </>
  )
}
