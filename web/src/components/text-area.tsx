import { useId } from 'react'
import { Frame, type FrameProps, inputClass } from './field.tsx'

type TextAreaProps = FrameProps & {
  value: string
  onText: (text: string) => void
  id?: string
  /** How many lines show before it scrolls. */
  rows?: number
  maxLength?: number
  onBlur?: () => void
}

/** A field for several lines. It grows with its text if the browser supports that. */
export function TextArea({ value, onText, id, rows = 4, maxLength, onBlur, ...frame }: TextAreaProps) {
  const own = useId()
  return (
    <Frame id={id ?? own} {...frame}>
      {(wiring) => (
        <textarea
          {...wiring}
          rows={rows}
          maxLength={maxLength}
          value={value}
          onChange={(event) => onText(event.target.value)}
          onBlur={onBlur}
          className={`${inputClass(Boolean(frame.error)).replace('h-control', 'min-h-29')} field-sizing-content w-full resize-y py-3`}
        />
      )}
    </Frame>
  )
}
