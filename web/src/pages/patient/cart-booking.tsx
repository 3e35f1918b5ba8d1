import { lagosDate } from '@labalaba/contract'
import { lazy, Suspense, useEffect, useState } from 'react'
import { ErrorSummary, type Problem } from '../../components/banner.tsx'
import { CreditChoice } from '../../components/credit-choice.tsx'
import { Skeleton, Waiting } from '../../components/states.tsx'
import * as copy from '../../copy/checkout.ts'
import {
  CartAnswers,
  DraftHint,
  useCartAnswers,
  useSavedDraft,
} from '../../features/checkout/cart-answers.tsx'
import {
  BeforeSample,
  CancelBooking,
  CartBar,
  CartSummary,
  DoctorEarning,
  type Price,
} from '../../features/checkout/cart-summary.tsx'
import { CartTests } from '../../features/checkout/cart-tests.tsx'
import { FactsAwaited, FactsFailed } from '../../features/checkout/facts-awaited.tsx'
import {
  blockers,
  bookingFrom,
  cartLines,
  consentNeeded,
  forOtherSex,
  homeProblem,
  placeIn,
  stillNeeded,
} from '../../features/checkout/policy.ts'
import { hasNotice, placeBooking, useCartFacts, useRefreshedSlots } from '../../features/checkout/queries.ts'
import { RefusalNotice } from '../../features/checkout/refusal-notice.tsx'
import { isPutRight, isShownInPlace, newPrices, refusedFields } from '../../features/checkout/refusals.ts'
import { useCanCome } from '../../features/checkout/slots.ts'
import { PaymentMethod, WayChoice } from '../../features/checkout/way-and-payment.tsx'
import { fetchLinkDialogAhead } from '../../features/payments/link-dialog-later.tsx'
import { useAct } from '../../lib/act.ts'
import { ApiFailure } from '../../lib/api.ts'
import { type CartItem, type ChosenLab, cartTotal, replaceCart } from '../../lib/cart.ts'
import { splitByCredit } from '../../lib/credit.ts'
import { changeDraft, useBookingDraft } from '../../lib/draft.ts'
import { draftIsPlaced, settleDraft, useAccountCredit } from '../../lib/draft-sync.ts'
import { fill } from '../../lib/fill.ts'
import { naira } from '../../lib/format.ts'
import { useProfile } from '../../lib/hooks.ts'
import { leadsToOrder, leaveCartToPay, useCameBack } from '../../lib/payment-departure.ts'
import { useStagedParts } from '../../lib/staged-rendering.ts'
import { toast } from '../../lib/toast.ts'

const FactsNotice = lazy(async () => ({
  default: (await import('../../features/checkout/facts-notice.tsx')).FactsNotice,
}))
const PriceChange = lazy(async () => ({
  default: (await import('../../features/checkout/price-change.tsx')).PriceChange,
}))

export type MadeLink = { orderReference: string; url: string; expiresAt: string; total: number }

type CartBookingProps = {
  items: readonly CartItem[]
  lab: ChosenLab
  onLink: (made: MadeLink) => void
  onOrder: (reference: string) => void
  /** The account's credit has paid the whole order. */
  onPaid: (reference: string) => void
  onCancel: () => void
}

/** All data of the cart and everything derived from it, before it is rendered. */
function useCart(items: readonly CartItem[], lab: ChosenLab) {
  const draft = useBookingDraft()
  const [now] = useState(() => new Date())
  const facts = useCartFacts(lab)
  const { ready, status } = useSavedDraft(facts.waiting)
  const lines = cartLines(items, facts.tests, facts.location, facts.paused)
  const atHome = homeProblem(lines, facts.location)
  const home = draft.mode === 'sampleCollection' && atHome === null
  const visitFee = facts.location?.collectionFee ?? null
  const fee = home ? visitFee : 0
  const subTotal = cartTotal(items)
  const total =
    fee === null
      ? null
      : cartTotal([
          { name: '', amount: subTotal },
          { name: '', amount: fee },
        ])
  const balance = useAccountCredit()
  const [wantsCredit, setWantsCredit] = useState(true)
  const usesCredit = wantsCredit && balance > 0 && draft.payment !== 'link'
  const credit = usesCredit && total !== null ? splitByCredit(total, balance).used : 0
  const price: Price = { tests: items.length, subTotal, fee, total, credit }
  // A doctor's patients give their consent to the doctor.
  const byDoctor = useProfile()?.type === 'doctor'
  const needed = byDoctor ? null : consentNeeded(draft, lagosDate(now))
  const visit = {
    lab: lab.reference,
    location: lab.address,
    labState: lab.state,
    tests: items.map(({ name }) => name),
  }
  const canCome = useCanCome({ ...visit, place: placeIn(draft.area) }) || draft.time !== ''
  const still = stillNeeded(draft, home, { needed, byDoctor, canCome })
  const missing = [...blockers(lines, facts.bookable), ...still]
  const loaded = !facts.waiting && !facts.failed
  if (lab.address === '' || (loaded && !facts.location)) missing.unshift(copy.neededLocation)
  else if (facts.location?.pause) missing.unshift(copy.neededOpenLocation)
  else if (total === null) missing.push(copy.neededFee)
  const others = forOtherSex(lines, draft)
  const asks = lines.flatMap((line) => line.asks)
  const answers = useCartAnswers(draft, home, now, ready, { needed, byDoctor, others })
  return {
    ...{ draft, ready, status, now, facts, lines, atHome, home, visitFee, price, missing, answers },
    ...{ balance, wantsCredit, setWantsCredit, usesCredit, needed, others, asks, visit },
  }
}

/** Sends the booking and handles the response: a payment page, a payment link, or a refusal. */
function useSending(
  cart: ReturnType<typeof useCart>,
  { items, lab, onLink, onOrder, onPaid }: CartBookingProps,
) {
  const act = useAct()
  const [leaving, setLeaving] = useState(false)
  const [problems, setProblems] = useState<readonly Problem[]>([])
  useCameBack(() => setLeaving(false))
  const refreshSlots = useRefreshedSlots()
  const { draft, home, answers, facts } = cart
  useEffect(() => {
    if (draft.payment === 'link') fetchLinkDialogAhead()
  }, [draft.payment])

  async function send(tests: readonly CartItem[], total: number): Promise<void> {
    if (draft.payment === 'link') fetchLinkDialogAhead()
    await settleDraft()
    const { orderReference, redirecturl, url, expiresAt } = await placeBooking(
      bookingFrom(draft, home, tests, lab, cart.usesCredit),
    )
    draftIsPlaced()
    if (url && expiresAt) return onLink({ orderReference, url, expiresAt, total })
    if (!redirecturl) return onOrder(orderReference)
    if (leadsToOrder(redirecturl, orderReference)) return onPaid(orderReference)
    setLeaving(true)
    leaveCartToPay(redirecturl, orderReference)
  }

  async function refused(thrown: unknown): Promise<never> {
    const code = thrown instanceof ApiFailure ? thrown.code : ''
    const failure = thrown instanceof ApiFailure ? thrown : null
    setProblems(answers.refuse(momentRefused(failure) ?? refusedFields(failure?.fields)))
    if (code === 'price_changed' || code === 'unknown_test') await facts.refresh()
    if (code === 'location_paused') await facts.refreshPlaces()
    if (code === 'slot_unavailable') await refreshSlots()
    if (failure?.status === 401) toast.error(copy.sessionExpired)
    else if (!failure || !isShownInPlace(code, failure.data)) toast.error(copy.bookingFailed)
    throw thrown
  }

  function proceed(tests: readonly CartItem[] = items): void {
    const found = answers.judgeAll()
    setProblems(found)
    if (found.length > 0) return
    const total = cartTotal([...tests, { name: '', amount: cart.price.fee ?? 0 }])
    act.run(() => send(tests, total).catch(refused))
  }

  function accept(tests: CartItem[]): void {
    replaceCart(tests)
    if (cart.missing.length === 0 || act.failure) proceed(tests)
  }

  return { ...act, working: act.working || leaving, problems, proceed, accept }
}

/** The day or time of the home visit has passed, or other orders have taken it. */
function momentRefused(failure: ApiFailure | null) {
  if (failure?.code === 'day_passed') return { 'visit-day': failure.message }
  return failure?.code === 'slot_unavailable' ? { 'visit-time': failure.message } : null
}

/** How the sample is taken, who for, where and when, who pays; and whether the draft is saved. */
function CartQuestions({ cart }: { cart: ReturnType<typeof useCart> }) {
  const { draft, home, answers } = cart
  const profile = useProfile()
  const parts = useStagedParts(3)
  return (
    <>
      <WayChoice
        home={home}
        fee={cart.visitFee}
        problem={cart.atHome}
        onHome={(chosen) => changeDraft({ mode: chosen ? 'sampleCollection' : 'walkin' })}
      />
      {parts > 1 ? (
        <CartAnswers
          draft={draft}
          answers={answers}
          profile={profile}
          home={home}
          needed={cart.needed}
          others={cart.others}
          asks={cart.asks}
          slotQuery={cart.visit}
        />
      ) : (
        <Skeleton className="h-120 w-full" />
      )}
      {parts > 2 ? (
        <PaymentMethod
          draft={draft}
          covered={cart.price.credit > 0 && cart.price.credit === cart.price.total}
        />
      ) : null}
      <DraftHint status={cart.status} />
    </>
  )
}

/** If the account has credit: whether this booking uses it. The payer of a payment link pays the whole total. */
function CartCredit({ cart }: { cart: ReturnType<typeof useCart> }) {
  const { balance, wantsCredit, setWantsCredit, draft } = cart
  if (balance === 0) return null
  return (
    <div className="mt-4 space-y-2">
      {draft.payment === 'link' ? (
        <p className="text-small text-muted">{fill(copy.creditNotByLink, { credit: naira(balance) })}</p>
      ) : (
        <CreditChoice balance={balance} on={wantsCredit} onTurned={setWantsCredit} />
      )}
    </div>
  )
}

/** The cart as a form: tests, how the sample is taken, who for, where and when, who pays; the price is always visible. */
export function CartBooking(props: CartBookingProps) {
  const { items, lab, onCancel } = props
  const cart = useCart(items, lab)
  const { facts, lines } = cart
  const sending = useSending(cart, props)
  const prices = newPrices(lines, sending.failure)
  const missing = prices.length > 0 ? [copy.neededPriceAnswer, ...cart.missing] : cart.missing
  const proceed = { missing, working: sending.working, onProceed: () => sending.proceed() }
  return (
    <>
      <div className="page grow items-start gap-12 pb-8 lg:grid lg:grid-cols-[minmax(0,1fr)_23rem]">
        <div className="space-y-8 md:space-y-12">
          {sending.problems.length > 0 ? <ErrorSummary problems={sending.problems} /> : null}
          {facts.failed ? <FactsFailed facts={facts} /> : null}
          {hasNotice(facts, lab) ? (
            <Suspense fallback={<Skeleton className="h-36 w-full" />}>
              <FactsNotice facts={facts} lab={lab} />
            </Suspense>
          ) : null}
          <CartTests lab={lab} lines={lines} locationName={facts.location?.name} />
          {prices.length > 0 ? (
            <Suspense>
              <PriceChange
                items={items}
                prices={prices}
                working={sending.working}
                onAccept={sending.accept}
              />
            </Suspense>
          ) : null}
          {cart.ready ? (
            <>
              {facts.tests ? <BeforeSample lines={lines} /> : null}
              {facts.waiting ? <FactsAwaited facts={facts} /> : null}
              <CartQuestions cart={cart} />
            </>
          ) : (
            <Waiting words={copy.answersLoading}>
              <Skeleton className="h-44 w-full" />
              <Skeleton className="mt-8 h-120 w-full" />
            </Waiting>
          )}
          {sending.failure &&
          prices.length === 0 &&
          sending.problems.length === 0 &&
          !isPutRight(sending.failure, items) ? (
            <RefusalNotice
              failure={sending.failure}
              lab={lab}
              onWalkIn={() => {
                changeDraft({ mode: 'walkin' })
                sending.forget()
              }}
            />
          ) : null}
        </div>
        <div className="mt-8 md:mt-12 lg:sticky lg:top-20 lg:mt-0">
          <CartSummary
            price={cart.price}
            proceed={proceed}
            credit={<CartCredit cart={cart} />}
            earning={<DoctorEarning lab={lab} items={items} />}
            cancel={<CancelBooking onCancel={onCancel} />}
          />
        </div>
      </div>
      <CartBar price={cart.price} proceed={proceed} />
    </>
  )
}
