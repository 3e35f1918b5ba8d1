import { type Ref, useRef, useState } from 'react'
import { Field } from '../../ui/field.tsx'

type FindTestProps = { field: Ref<HTMLInputElement>; onSearch: (q: string) => void }

/** Looks for a test as one types. */
export function FindTest({ field, onSearch }: FindTestProps) {
  const [typed, setTyped] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  return (
    <search>
      <Field
        id="find-test"
        ref={field}
        label="Find a test"
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={100}
        value={typed}
        onText={(text) => {
          setTyped(text)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => onSearch(text.trim()), 300)
        }}
      />
    </search>
  )
}
