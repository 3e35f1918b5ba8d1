import { Breakable } from '../../ui/breakable.tsx'

/** The number of an order in a title: on phones on a line of its own, small enough to stay whole. */
export function OrderNumber({ reference }: { reference: string }) {
  return (
    <span className="max-sm:block max-sm:text-[1.25rem] max-sm:leading-7">
      <Breakable text={reference} />
    </span>
  )
}
