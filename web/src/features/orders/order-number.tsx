import { Breakable } from '../../components/breakable.tsx'

/** An order's number in a title: on phones on a line of its own, small enough not to break. */
export function OrderNumber({ reference }: { reference: string }) {
  return (
    <span className="max-sm:block max-sm:text-[1.25rem] max-sm:leading-7">
      <Breakable text={reference} />
    </span>
  )
}
