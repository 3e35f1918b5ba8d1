import { useRef } from 'react'
import { Navigate } from 'react-router'
import { LinkButton } from '../../components/button.tsx'
import { Pagination } from '../../components/navigation.tsx'
import { useSearchParams } from '../../components/search-params.ts'
import { EmptyState, NoAnswer, Skeleton, Waiting } from '../../components/states.tsx'
import * as copy from '../../copy/wallet.ts'
import { LicenceNotice } from '../../features/licences/licence-notice.tsx'
import { pageFrom } from '../../features/orders/policy.ts'
import { Balances } from '../../features/wallet/balances.tsx'
import { EarningsChart } from '../../features/wallet/earnings-chart.tsx'
import { Entries, EntriesWaiting } from '../../features/wallet/entries.tsx'
import { useWallet } from '../../features/wallet/queries.ts'
import { StatementFile } from '../../features/wallet/statement-file.tsx'
import { useProfile, useTitle } from '../../lib/hooks.ts'

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
