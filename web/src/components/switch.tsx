import type { ReactNode } from 'react'

type SwitchProps = {
  on: boolean
  onTurned: (on: boolean) => void
  describedBy?: string | undefined
  children: ReactNode
}

/** Switches a setting on or off, with immediate effect. For an answer in a form use `Checkbox`. */
export function Switch({ on, onTurned, describedBy, children }: SwitchProps) {
  return (
    <label className="min-h-row text-small inline-flex items-center gap-2 font-semibold">
      {children}
      <input
        type="checkbox"
        role="switch"
        checked={on}
        aria-checked={on}
        aria-describedby={describedBy}
        onChange={(event) => onTurned(event.target.checked)}
        className="bg-border checked:bg-indigo before:bg-card rounded-round before:rounded-round relative h-7 w-12 shrink-0 appearance-none transition-colors duration-150 before:absolute before:top-1 before:left-1 before:size-5 before:transition-transform before:duration-150 checked:before:translate-x-5 motion-reduce:transition-none motion-reduce:before:transition-none"
      />
    </label>
  )
}
