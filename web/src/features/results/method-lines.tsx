import { methodWords, type ResultValue } from '@labalaba/contract'

/** How the values were measured, if the lab has said it: one line for each method. */
export function MethodLines({ values }: { values: readonly ResultValue[] }) {
  return methodWords(values).map((words) => (
    <p key={words} className="text-small text-muted max-w-words wrap-anywhere">
      {words}
    </p>
  ))
}
