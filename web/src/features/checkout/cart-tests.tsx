import { useState } from 'react'
import { Button, IconButton, LinkButton } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { ChevronDownIcon } from '../../components/first-icons.tsx'
import { AlertIcon, FastingIcon, InfoIcon, PlusIcon, TrashIcon } from '../../components/icons.tsx'
import { Link } from '../../components/link.tsx'
import * as copy from '../../copy/checkout.ts'
import * as shared from '../../copy/shared.ts'
import { type ChosenLab, removeCartItem } from '../../lib/cart.ts'
import { fill, plural } from '../../lib/fill.ts'
import { naira } from '../../lib/format.ts'
import { toast } from '../../lib/toast.ts'
import type { CartLine } from './policy.ts'

const titleId = 'cart-tests'

/** The pressed button is removed too, so the focus moves to the heading of the tests. */
export function remove(name: string): void {
  const { ok, message } = removeCartItem(name)
  if (ok) toast.success(message)
  else toast.warn(message)
  document.getElementById(titleId)?.focus({ preventScroll: true })
}

type WaysOnProps = { name: string; gone: boolean; lab: string }

/** The options for a test that this lab or location does not do: remove it, or go to where it is done. */
export function WaysOn({ name, gone, lab }: WaysOnProps) {
  return (
    <div className="flex basis-full flex-wrap items-center gap-x-2 gap-y-2 pb-2">
      <Button onClick={() => remove(name)}>{fill(copy.removeTest, { test: name })}</Button>
      <LinkButton look="quiet" to={gone ? `/explore/tests?q=${encodeURIComponent(name)}` : `/labs/${lab}`}>
        {gone ? copy.otherLabs : copy.otherLocations}
        {gone ? <span className="sr-only"> {fill(copy.otherLabsFor, { test: name })}</span> : null}
      </LinkButton>
    </div>
  )
}

function Row({ line, lab }: { line: CartLine; lab: string }) {
  return (
    <li className="border-hair flex flex-wrap items-center gap-x-2 border-b py-2">
      <div className="min-w-0 flex-1">
        <p>{line.name}</p>
        {line.fastingHours > 0 ? (
          <p className="text-warn text-small flex items-center gap-1.5">
            <FastingIcon size={16} />
            {plural(copy.fastFor, line.fastingHours)}
          </p>
        ) : null}
      </div>
      <span className="figures">{naira(line.amount)}</span>
      {line.problem ? null : (
        <div className="-mr-3">
          <IconButton name={fill(copy.removeTest, { test: line.name })} onClick={() => remove(line.name)}>
            <TrashIcon />
          </IconButton>
        </div>
      )}
      {line.within ? (
        <div className="basis-full pb-2">
          <p className="text-warn text-small flex items-start gap-1.5 font-semibold">
            <InfoIcon size={16} className="mt-0.5 md:mt-1" />
            {fill(copy.testWithin, { package: line.within })}
          </p>
          <div className="mt-2">
            <Button onClick={() => remove(line.name)}>{copy.removeSingle}</Button>
          </div>
        </div>
      ) : null}
      {line.shared.map((words) => (
        <p
          key={words}
          className="text-warn text-small flex basis-full items-start gap-1.5 pb-2 font-semibold"
        >
          <InfoIcon size={16} className="mt-0.5 md:mt-1" />
          {words}
        </p>
      ))}
      {line.problem ? (
        <>
          <p className="text-error text-small flex basis-full items-start gap-1.5 pb-2 font-semibold">
            <AlertIcon size={16} className="mt-0.5 md:mt-1" />
            {line.problem}
          </p>
          <WaysOn name={line.name} gone={line.gone} lab={lab} />
        </>
      ) : null}
    </li>
  )
}

const shownAtFirst = 5

const needsEye = (line: CartLine) => line.problem !== null || line.within !== null || line.shared.length > 0

type CartTestsProps = { lab: ChosenLab; lines: readonly CartLine[]; locationName: string | undefined }

/** The cart's tests with their lab. A long list folds, except tests with a problem or that would be paid twice. */
export function CartTests({ lab, lines, locationName }: CartTestsProps) {
  const [open, setOpen] = useState(false)
  const folds = lines.length > shownAtFirst && !open
  const shown = folds ? lines.filter((line, place) => place < shownAtFirst - 1 || needsEye(line)) : lines
  const place = locationName ?? lab.location
  return (
    <Card as="section" labelledBy={titleId}>
      <h2 id={titleId} tabIndex={-1}>
        {shared.tests}
      </h2>
      <p className="text-small text-muted">
        {lab.name}
        {place ? `, ${place}` : ''}
        <span className="block">{lab.address}</span>
      </p>
      <ul className="mt-3">
        {shown.map((line) => (
          <Row key={line.name} line={line} lab={lab.reference} />
        ))}
      </ul>
      <div className="-mx-3 mt-2 -mb-2 flex flex-wrap items-center print:hidden">
        {folds ? (
          <Button look="quiet" onClick={() => setOpen(true)}>
            <ChevronDownIcon />
            {fill(copy.showAllTests, { count: lines.length })}
          </Button>
        ) : null}
        <Link
          to={`/labs/${lab.reference}`}
          className="text-input inline-flex min-h-12 items-center gap-2 px-3 font-semibold"
        >
          <PlusIcon />
          {copy.addTest}
        </Link>
      </div>
    </Card>
  )
}
