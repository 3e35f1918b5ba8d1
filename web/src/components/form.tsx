import type { ComponentProps } from 'react'

type FormProps = Omit<ComponentProps<'form'>, 'noValidate' | 'onSubmit'> & { onSubmit: () => void }

/** A form whose content our code checks and sends: the browser shows no bubbles and does not load another page. */
export function Form({ onSubmit, ...form }: FormProps) {
  return (
    <form
      {...form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    />
  )
}
