import { NoAnswer } from '../../ui/no-answer.tsx'

export type NoneKeptProps = {
  readonly failure: unknown
  readonly onRetry: () => void
  /** Of the one order that was asked for. */
  readonly reference?: string
}

/** Orders, or one, of which no answer came and nothing is kept. */
export function NoneKept({ failure, onRetry, reference }: NoneKeptProps) {
  return (
    <NoAnswer failure={failure} onRetry={onRetry} reference={reference}>
      {reference ? 'Your booking and your money are safe.' : 'Your bookings and your money are safe.'}
    </NoAnswer>
  )
}
