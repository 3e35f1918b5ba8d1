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

/** The class names of a field for several lines, which is as high as one line or four at first. */
export function textAreaClass(bad: boolean, isLow = false): string {
  return `${inputClass(bad).replace('h-control', isLow ? 'min-h-control' : 'min-h-29')} field-sizing-content w-full resize-y py-3`
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
          className={textAreaClass(Boolean(frame.error))}
        />
      )}
    </Frame>
  )
}
