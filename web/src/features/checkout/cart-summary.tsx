import { quoteBooking } from '@labalaba/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { StillNeeded } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Card, Summary } from '../../components/card.tsx'
import { FastingIcon, InfoIcon, LockIcon } from '../../components/icons.tsx'
import { StickyBar } from '../../components/navigation.tsx'
import * as copy from '../../copy/checkout.ts'
import * as shared from '../../copy/shared.ts'
import { call } from '../../lib/api.ts'
import type { CartItem, ChosenLab } from '../../lib/cart.ts'
import { earningWords } from '../../lib/earning.ts'
import { plural } from '../../lib/fill.ts'
import { naira } from '../../lib/format.ts'
import { useProfile } from '../../lib/hooks.ts'
import { namesListed } from '../../lib/names.ts'
import { longestFast, preparations } from '../../lib/preparation.ts'
import { type CartLine, shortened } from './policy.ts'

/** The price of the cart in naira; fee and total are null until the lab's fee is known. */
export type Price = {
  tests: number
  subTotal: number
  fee: number | null
  total: number | null
  /** The account's credit that this booking uses; 0 if the user does not want it, or another person pays. */
  credit: number
}

/** What the payer still has to pay. */
function leftOf({ total, credit }: Price): number | null {
  return total === null ? null : Math.round((total - credit) * 100) / 100
}

export type ProceedState = { missing: readonly string[]; working: boolean; onProceed: () => void }

const unknown = '…'

function ProceedButton({ missing, working, onProceed, needed }: ProceedState & { needed: string }) {
  return (
    <Button
      look="primary"
      disabled={missing.length > 0}
      working={working}
      workingText={shared.oneMoment}
      aria-describedby={needed}
      onClick={onProceed}
    >
      {copy.proceed}
    </Button>
  )
}

/** Every fee, the total, and on large screens the button to continue. */
export function CartSummary({
  price,
  proceed,
  credit,
  earning,
  cancel,
}: {
  price: Price
  proceed: ProceedState
  /** The choice to use the account's credit, if it has any. */
  credit: ReactNode
  /** The doctor's earning, shown before payment. */
  earning: ReactNode
  cancel: ReactNode
}) {
  const total = price.total === null ? unknown : naira(price.total)
  return (
    <aside aria-labelledby="summary" className="lg:sticky lg:top-20 lg:self-start">
      <Card edge>
        <h2 id="summary" className="mb-2">
          {copy.summaryTitle}
        </h2>
        <Summary
          live
          lines={[
            { label: plural(copy.subTotal, price.tests), value: naira(price.subTotal) },
            { label: copy.collectionFee, value: price.fee === null ? unknown : naira(price.fee) },
          ]}
          total={{ label: shared.total, value: total }}
        />
        {price.credit > 0 ? (
          <Summary
            live
            lines={[{ label: copy.credit, value: `− ${naira(price.credit)}` }]}
            total={{ label: copy.stillToPay, value: naira(leftOf(price) ?? 0) }}
          />
        ) : null}
        {credit}
        {earning}
        <p className="text-small text-muted mt-3 flex items-start gap-2">
          <LockIcon size={16} className="mt-0.5 md:mt-1" />
          <span>{copy.nothingUntilProceed}</span>
        </p>
        <div className="mt-4 hidden lg:grid lg:gap-3">
          <StillNeeded id="needed-beside" missing={proceed.missing} />
          <ProceedButton {...proceed} needed="needed-beside" />
        </div>
      </Card>
      <div className="mt-2">{cancel}</div>
    </aside>
  )
}

/** On phones: the total next to the button, and above them what is still missing. */
export function CartBar({ price, proceed }: { price: Price; proceed: ProceedState }) {
  const { missing } = proceed
  return (
    <StickyBar
      above={
        <div className={missing.length > 0 ? 'pb-2' : 'sr-only'}>
          <StillNeeded id="needed-below" missing={shortened(missing)} />
        </div>
      }
      left={
        <p className="leading-tight">
          <span className="text-muted block text-[0.875rem]">
            {price.credit > 0 ? copy.stillToPay : shared.total}
          </span>
          <span className="figures font-head text-figure font-bold">
            {price.total === null ? unknown : naira(leftOf(price) ?? 0)}
          </span>
        </p>
      }
      action={<ProceedButton {...proceed} needed="needed-below" />}
    />
  )
}

/** Empties the cart at the second tap. The first tap asks for confirmation, which lapses after a while. */
export function CancelBooking({ onCancel }: { onCancel: () => void }) {
  const [confirming, setConfirming] = useState(false)
  useEffect(() => {
    if (!confirming) return
    const timer = setTimeout(() => setConfirming(false), 8000)
    return () => clearTimeout(timer)
  }, [confirming])
  return (
    <div className={`flex flex-wrap items-center gap-x-1 gap-y-3 ${confirming ? 'pt-2' : '-ml-3'}`}>
      <p role="status" className="w-full empty:hidden">
        {confirming ? copy.cancelAsked : ''}
      </p>
      <Button
        look={confirming ? 'danger' : 'quiet'}
        onClick={() => (confirming ? onCancel() : setConfirming(true))}
      >
        {confirming ? copy.cancelYes : shared.cancel}
      </Button>
      {confirming ? (
        <Button look="quiet" onClick={() => setConfirming(false)}>
          {copy.cancelKeep}
        </Button>
      ) : null}
    </div>
  )
}

/**
 * The doctor's earning for the booking in the cart, shown before payment. If the request fails, nothing is shown and the
 * booking continues.
 */
export function DoctorEarning({ lab, items }: { lab: ChosenLab; items: readonly CartItem[] }) {
  const isDoctor = useProfile()?.type === 'doctor'
  const tests = items.map((item) => item.name)
  const quote = useQuery({
    queryKey: ['booking-quote', lab.reference, ...tests],
    queryFn: ({ signal }) => call(quoteBooking, { body: { lab: lab.reference, tests }, signal }),
    enabled: isDoctor && tests.length > 0,
    retry: false,
  })
  const words = isDoctor && quote.data ? earningWords(quote.data.data, true) : null
  return words ? <p className="text-small bg-sand rounded-field mt-4 px-4 py-3">{words}</p> : null
}

/** The preparation for every test of the cart, shown before payment. */
export function BeforeSample({ lines }: { lines: readonly CartLine[] }) {
  const fast = longestFast(lines)
  const todo = preparations(lines)
  const manyTests = lines.length > 1
  const tone = fast > 0 ? 'border-warn bg-warn-tint' : 'border-indigo bg-indigo-tint'
  const ink = fast > 0 ? 'text-warn' : 'text-indigo'
  const Icon = fast > 0 ? FastingIcon : InfoIcon
  return (
    <section aria-labelledby="before-sample" className={`rounded-button flex gap-3 border-l-6 p-4 ${tone}`}>
      <Icon size={24} className={`mt-0.5 ${ink}`} />
      <div className="min-w-0 space-y-1">
        <h2 id="before-sample" className={`text-body font-body font-semibold ${ink}`}>
          {fast > 0 ? plural(copy.fastBefore, fast) : copy.beforeSample}
        </h2>
        {todo.length > 0 ? (
          <ul className="space-y-2">
            {todo.map(({ words, tests }) => (
              <li key={words}>
                {words}
                {manyTests ? <span className="text-small text-muted block">{namesListed(tests)}</span> : null}
              </li>
            ))}
          </ul>
        ) : fast > 0 ? null : (
          <p>{copy.noPreparation}</p>
        )}
      </div>
    </section>
  )
}
