import { nigerianStates, type SetOffer } from '@labalaba/contract'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import magnifier from '../../components/art/magnifier.svg'
import { Button } from '../../components/button.tsx'
import { Card, Tag } from '../../components/card.tsx'
import { CheckIcon } from '../../components/first-icons.tsx'
import { BackLink } from '../../components/navigation.tsx'
import { NotLoaded } from '../../components/not-loaded.tsx'
import { SelectField } from '../../components/select-field.tsx'
import { EmptyState, NothingHere, Skeleton } from '../../components/states.tsx'
import * as copy from '../../copy/order-sets.ts'
import * as shared from '../../copy/shared.ts'
import { ReplaceCartDialog } from '../../features/catalogue/replace-cart-dialog.tsx'
import { useSetOffers } from '../../features/order-sets/queries.ts'
import { ApiFailure } from '../../lib/api.ts'
import { cartItems, cartLab, fillCart } from '../../lib/cart.ts'
import { fill, plural } from '../../lib/fill.ts'
import { naira } from '../../lib/format.ts'
import { useProfile, useTitle } from '../../lib/hooks.ts'
import { toast } from '../../lib/toast.ts'
import { NotForThem } from '../operator/not-for-them.tsx'

const states = [
  { value: '', label: copy.anywhere },
  ...nigerianStates.map((state) => ({ value: state, label: state })),
]

/** Puts the tests of a location into the cart; first opens a confirmation if another lab's cart would be replaced. */
function useFilling() {
  const navigate = useNavigate()
  const [asking, setAsking] = useState<SetOffer | null>(null)
  function put({ lab, slug, location, address, state, tests }: SetOffer): void {
    const there = cartLab()
    const before = there?.reference === slug && there.address === address ? cartItems() : []
    const names = new Set(tests.map(({ name }) => name))
    const others = before.filter(({ name }) => !names.has(name))
    const { ok, message } = fillCart({ name: lab, reference: slug, address, location, state }, [
      ...others,
      ...tests,
    ])
    if (!ok) {
      toast.error(message)
      return
    }
    toast.success(message)
    navigate('/cart')
  }
  function choose(offer: SetOffer): void {
    const there = cartLab()
    const isOther = there && (there.reference !== offer.slug || there.address !== offer.address)
    if (isOther && cartItems().length > 0) setAsking(offer)
    else put(offer)
  }
  return { asking, choose, put, leave: () => setAsking(null) }
}

function DoctorsSet() {
  useTitle(copy.setTitle)
  const id = useLocation().pathname.split('/')[4] ?? ''
  const [state, setState] = useState('')
  const query = useSetOffers(id, state)
  const { asking, choose, put, leave } = useFilling()
  const again = () => void query.refetch()
  if (query.error instanceof ApiFailure && [400, 404].includes(query.error.status))
    return <NothingHere onward={{ to: '/portal/doctor/sets', words: copy.seeSets }}>{copy.noSet}</NothingHere>
  const found = query.data?.data
  return (
    <div className="page grow space-y-6 py-4 md:py-8">
      <div>
        <BackLink to="/portal/doctor/sets">{copy.setsTitle}</BackLink>
        <h1 className="wrap-anywhere">{found?.set.name ?? copy.setTitle}</h1>
        <p className="text-muted mt-1 min-h-6">{found?.set.tests.map(({ name }) => name).join(', ')}</p>
      </div>
      <div className="max-w-column">
        <SelectField label={copy.where} value={state} options={states} onChosen={setState} />
      </div>
      {found && found.offers.length > 0 ? (
        <section aria-label={copy.labs} className="space-y-4">
          <p aria-live="polite" className="text-muted">
            {plural(copy.offers, found.offers.length)}
          </p>
          <ul className={`space-y-4 ${query.isPlaceholderData ? 'opacity-60' : ''}`}>
            {found.offers.map((offer, index) => (
              <SetOfferCard
                key={offer.slug + offer.address}
                offer={offer}
                of={found.set.tests.length}
                first={index === 0}
                onChosen={() => choose(offer)}
              />
            ))}
          </ul>
        </section>
      ) : found ? (
        <EmptyState title={copy.noLabTitle} picture={magnifier}>
          {state === '' ? copy.noLabToday : fill(copy.noLabInState, { state })}
        </EmptyState>
      ) : (
        <NotLoaded failure={query.error} onRetry={again}>
          <div className="space-y-4">
            <Skeleton className="h-52 w-full" />
            <Skeleton className="h-52 w-full" />
          </div>
        </NotLoaded>
      )}
      {asking ? (
        <ReplaceCartDialog
          labName={asking.lab}
          inCart={cartItems().length}
          onReplace={() => put(asking)}
          onKeep={leave}
        />
      ) : null}
    </div>
  )
}

/** Where a doctor's order set can be done and its price there; other accounts get the not-found page. */
export function OrderSetPage() {
  return useProfile()?.type === 'doctor' ? <DoctorsSet /> : <NotForThem />
}

type OfferProps = {
  offer: SetOffer
  /** The number of tests in the set. */
  of: number
  /** The first offer has the primary button. */
  first: boolean
  onChosen: () => void
}

/** A location: which tests of a set it does, which it does not, and the total price there. */
function SetOfferCard({ offer, of, first, onChosen }: OfferProps) {
  const { lab, location, area, state, tests, notDone, total, sampleData } = offer
  return (
    <Card as="li" labelledBy={`at-${offer.slug}-${location}`}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-[minmax(0,1fr)_auto]">
        <div className="min-w-0">
          <h2 id={`at-${offer.slug}-${location}`} className="heading-small wrap-anywhere">
            {lab}
          </h2>
          <p className="text-muted">
            {location} · {area}, {state}
          </p>
          <p className="mt-2 flex flex-wrap items-center gap-2">
            <Tag tone={notDone.length === 0 ? 'ok' : 'plain'} icon={<CheckIcon size={16} />}>
              {notDone.length > 0
                ? fill(copy.someTests, { done: tests.length, all: of })
                : of === 2
                  ? copy.bothTests
                  : plural(copy.allTests, of)}
            </Tag>
            {sampleData ? <Tag>{shared.sampleData}</Tag> : null}
          </p>
          <ul className="text-small mt-2">
            {tests.map(({ name, amount }) => (
              <li key={name} className="flex max-w-110 justify-between gap-4">
                <span className="min-w-0">{name}</span>
                <span className="figures">{naira(amount)}</span>
              </li>
            ))}
          </ul>
          {notDone.length > 0 ? (
            <p className="text-small text-warn mt-2">{fill(copy.notDone, { tests: notDone.join(', ') })}</p>
          ) : null}
        </div>
        <div className="flex flex-col gap-3 md:items-end md:justify-between">
          <p className="figures font-head text-figure font-bold">{naira(total)}</p>
          <Button look={first ? 'primary' : 'secondary'} wide onClick={onChosen}>
            {plural(copy.putInCart, tests.length)}{' '}
            <span className="sr-only">{fill(copy.putInCartAt, { lab, location })}</span>
          </Button>
        </div>
      </div>
    </Card>
  )
}
