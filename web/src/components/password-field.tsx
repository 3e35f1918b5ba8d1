import { useState } from 'react'
import * as copy from '../copy/components.ts'
import { Field, type FieldProps } from './field.tsx'
import { EyeIcon, EyeOffIcon } from './icons.tsx'

/** A password that can be shown: users of small keyboards mistype characters that they cannot see. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'inside'>) {
  const [shown, setShown] = useState(false)
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      inside={
        <button
          type="button"
          aria-pressed={shown}
          aria-label={shown ? copy.hidePassword : copy.showPassword}
          onClick={() => setShown(!shown)}
          className="rounded-field text-input text-indigo h-row absolute top-1/2 right-1 flex -translate-y-1/2 items-center gap-1.5 px-2"
        >
          {shown ? <EyeOffIcon /> : <EyeIcon />}
          {shown ? copy.hide : copy.show}
        </button>
      }
    />
  )
}
