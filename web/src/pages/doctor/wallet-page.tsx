import type { Balance, Wallet, WalletEntry } from '@labalaba/contract'
import { useRef, useState } from 'react'
import { Navigate } from 'react-router'
import { Banner } from '../../components/banner.tsx'
import { Breakable } from '../../components/breakable.tsx'
import { Button, LinkButton } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Link } from '../../components/link.tsx'
import { Pagination } from '../../components/navigation.tsx'
import { NoAnswer } from '../../components/not-loaded.tsx'
import { useSearchParams } from '../../components/search-params.ts'
import { SelectField } from '../../components/select-field.tsx'
import { SkeletonRows } from '../../components/skeleton-rows.tsx'
import { EmptyState, Skeleton, Waiting } from '../../components/states.tsx'
import * as shared from '../../copy/shared.ts'
import * as copy from '../../copy/wallet.ts'
import { LicenceNotice } from '../../features/licences/licence-notice.tsx'
import { pageFrom } from '../../features/orders/policy.ts'
import { EarningsChart } from '../../features/wallet/earnings-chart.tsx'
import { daysOf, type SpanName } from '../../features/wallet/policy.ts'
import { saveStatement, useWallet } from '../../features/wallet/queries.ts'
import { useAct } from '../../lib/act.ts'
import { failureWords, isOffline } from '../../lib/api.ts'
import { fill } from '../../lib/fill.ts'
import { dayAndTime } from '../../lib/format.ts'
import { useProfile, useTitle } from '../../lib/hooks.ts'
import { balanceNaira, signedNaira } from '../../lib/statement-words.ts'

const columns =
  'grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_23rem] lg:grid-rows-[auto_1fr] lg:gap-x-12'
const main = 'lg:col-start-1 lg:row-span-2 lg:row-start-1'

function Blocks({ earns }: { earns: boolean }) {
  return (
    <div className="space-y-6 md:space-y-8">
      <Skeleton className={earns ? 'h-66 w-full sm:h-46' : 'h-40 w-full'} />
      <div className={columns}>
        <Skeleton className={earns ? 'h-88 w-full' : 'hidden'} />
        <div className={main}>
          <EntriesWaiting />
        </div>
      </div>
    </div>
  )
}

function Empty({ earns }: { earns: boolean }) {
  return (
    <EmptyState
      title={earns ? copy.emptyDoctor : copy.emptyPatient}
      action={
        <LinkButton look="primary" wide to="/explore/labs">
          {copy.findLaboratory}
        </LinkButton>
      }
    >
      {earns ? copy.emptyDoctorSays : copy.emptyPatientSays}
    </EmptyState>
  )
}

/** The wallet of an account: a doctor's earnings and the account's credit, with every movement and its order. */
export function WalletPage() {
  useTitle(copy.wallet)
  const earns = useProfile()?.type === 'doctor'
  const [address, setAddress] = useSearchParams()
  const page = pageFrom(address.get('page'))
  const { balances, entries, months, isTurning, failure, again } = useWallet(page, earns)
  const heading = useRef<HTMLHeadingElement>(null)
  const last = Math.max(1, entries?.pagination.totalPages ?? 1)

  if (entries && !isTurning && page > last) return <Navigate to={last > 1 ? `?page=${last}` : '.'} replace />

  function turn(wanted: number): void {
    setAddress(wanted > 1 ? { page: String(wanted) } : {})
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView()
  }

  const ready = balances && entries && (months || !earns)
  return (
    <div className="page space-y-6 py-6 md:space-y-8 md:py-8">
      <div>
        <h1>{copy.wallet}</h1>
        <p className="text-muted">{earns ? copy.introDoctor : copy.introPatient}</p>
      </div>
      {earns ? <LicenceNotice /> : null}
      {ready ? (
        <>
          <Balances wallet={balances} />
          {entries.data.length === 0 ? (
            <Empty earns={earns} />
          ) : (
            <div className={columns}>
              {months ? <EarningsChart months={months} /> : null}
              <section aria-labelledby="entries" className={`${main} space-y-4`}>
                <h2 id="entries" ref={heading} tabIndex={-1} className="scroll-mt-20">
                  {copy.entries}
                </h2>
                <Entries entries={entries.data} isTurning={isTurning} />
                <Pagination page={page} pages={last} onPage={turn} working={isTurning} />
              </section>
              <StatementFile />
            </div>
          )}
        </>
      ) : failure ? (
        <NoAnswer failure={failure} onRetry={() => void again()}>
          {copy.moneySafe}
        </NoAnswer>
      ) : (
        <Waiting onRetry={() => void again()}>
          <Blocks earns={earns} />
        </Waiting>
      )}
    </div>
  )
}

type Shown = { label: string; amount: number; words: string }

/** The balances to show. A doctor's credit only if there is some; a patient has only credit. */
function shownOf({ available, pending, credit }: Wallet): Shown[] {
  const own = { label: copy.credit, amount: credit, words: copy.creditSays }
  if (available === undefined || pending === undefined) return [own]
  return [
    { label: copy.available, amount: available, words: copy.availableSays },
    { label: copy.pending, amount: pending, words: copy.pendingSays },
    ...(credit === 0 ? [] : [own]),
  ]
}

/** The balances of the account, and what each of them waits for. */
function Balances({ wallet }: { wallet: Wallet }) {
  const shown = shownOf(wallet)
  return (
    <Card edge as="section" labelledBy="balances">
      <h2 id="balances" className="sr-only">
        {copy.balances}
      </h2>
      <dl
        className={`divide-hair grid divide-y sm:divide-x sm:divide-y-0 ${shown.length > 2 ? 'sm:grid-cols-3' : shown.length > 1 ? 'sm:grid-cols-2' : ''}`}
      >
        {shown.map(({ label, amount, words }) => (
          <div key={label} className="py-4 first:pt-0 last:pb-0 sm:px-6 sm:py-0 sm:first:pl-0 sm:last:pr-0">
            <dt className="font-semibold">{label}</dt>
            <dd>
              <span className="figures font-head text-h2 block font-bold">{balanceNaira(amount)}</span>
              <span className="text-small text-muted block">{words}</span>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

const balances: Record<Balance, string> = {
  pending: copy.pending,
  available: copy.available,
  credit: copy.credit,
}

/** On a phone the facts are below both; with more room the amounts are on the right. */
const row = 'grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 px-4 py-4 md:px-6'

/** A wallet entry: what happened, when and for which order; its amount, and the balance after it. */
function Entry({ entry }: { entry: WalletEntry }) {
  const { words, orderReference, amount, at, balance, balanceAfter } = entry
  return (
    <li className={`${row} ring-within group relative ${orderReference ? 'hover:bg-sand' : ''}`}>
      <p className="font-semibold">
        {orderReference ? (
          <Link
            to={`/orders/${orderReference}`}
            className="text-ink no-underline group-hover:underline after:absolute after:inset-0"
          >
            {words}
          </Link>
        ) : (
          words
        )}
      </p>
      <p className={`figures text-right font-semibold ${amount < 0 ? '' : 'text-leaf'}`}>
        {signedNaira(amount)}
      </p>
      <div className="text-small text-muted col-span-2 sm:col-span-1">
        <p>{dayAndTime(at)}</p>
        {orderReference ? (
          <p>
            {shared.order} <Breakable text={orderReference} />
          </p>
        ) : null}
      </div>
      <p className="text-small text-muted col-span-2 sm:col-span-1 sm:text-right">
        {balances[balance]}
        <span className="sm:hidden">: </span>
        <span className="figures sm:block">
          {fill(copy.balanceAfter, { balance: balanceNaira(balanceAfter) })}
        </span>
      </p>
    </li>
  )
}

const box = 'rounded-card border-hair bg-card shadow-soft divide-hair divide-y overflow-hidden border'

/** One page of the wallet's entries, newest first. */
function Entries({ entries, isTurning }: { entries: readonly WalletEntry[]; isTurning: boolean }) {
  return (
    <ul className={`${box} ${isTurning ? 'opacity-60' : ''}`}>
      {entries.map((entry) => (
        <Entry key={`${entry.at} ${entry.balance} ${entry.words} ${entry.balanceAfter}`} entry={entry} />
      ))}
    </ul>
  )
}

/** Placeholder rows of the size of entries. */
function EntriesWaiting() {
  return (
    <SkeletonRows
      count={5}
      className={box}
      row={row}
      lines={['h-6 w-4/5 md:h-7', 'h-6 w-20 md:h-7', 'col-span-2 mt-1 h-14 w-3/5 sm:h-9 md:h-11']}
    />
  )
}

const spans: readonly { value: SpanName; label: string }[] = [
  { value: 'this month', label: copy.thisMonth },
  { value: 'last month', label: copy.lastMonth },
  { value: 'three months', label: copy.threeMonths },
  { value: 'a year', label: copy.twelveMonths },
]

/** Saves the statement of some months, day by day, as a file. */
function StatementFile() {
  const act = useAct()
  const [span, setSpan] = useState<SpanName>('this month')
  return (
    <Card as="section" labelledBy="statement">
      <h2 id="statement" className="heading-small">
        {copy.statement}
      </h2>
      <p className="text-small text-muted mt-1 mb-4">{copy.statementSays}</p>
      <SelectField
        label={copy.whichMonths}
        value={span}
        options={spans}
        onChosen={(value) => setSpan(spans.find((one) => one.value === value)?.value ?? 'this month')}
      />
      <div className="mt-4 grid">
        <Button
          working={act.working}
          workingText={copy.fileLoading}
          onClick={() => act.run(() => saveStatement(daysOf(span, new Date())))}
        >
          {copy.downloadCsv}
        </Button>
      </div>
      {act.failure ? (
        <div className="mt-4">
          <Banner tone={isOffline(act.failure) ? 'warn' : 'error'} title={copy.fileFailed} announce>
            <p>
              {isOffline(act.failure) ? shared.networkDropped : failureWords(act.failure)} {copy.canTryAgain}
            </p>
          </Banner>
        </div>
      ) : null}
    </Card>
  )
}
