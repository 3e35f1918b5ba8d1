import type { BookedPatient } from '@labalaba/contract'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import magnifier from '../../components/art/magnifier.svg'
import { Button, LinkButton } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { Form } from '../../components/form.tsx'
import { NotDone } from '../../components/not-done.tsx'
import { NotLoaded } from '../../components/not-loaded.tsx'
import { EmptyState, Skeleton } from '../../components/states.tsx'
import * as copy from '../../copy/wallet.ts'
import { AgainDialog, PatientCard } from '../../features/booked-patients/patient-card.tsx'
import { bookAgain, type InTheWay, inTheWay, usePatients } from '../../features/booked-patients/queries.ts'
import { stateWords } from '../../features/orders/policy.ts'
import { useAct } from '../../lib/act.ts'
import { useProfile, useTitle } from '../../lib/hooks.ts'
import { useTypedSearch } from '../../lib/typed-search.ts'
import { NotForThem } from '../operator/not-for-them.tsx'
import { DoctorSwitch } from './doctor-switch.tsx'

type Beginning = { reference: string; inTheWay: InTheWay }

/** Starts a booking for a patient again; first opens a confirmation if another booking would be replaced. */
function useBookAgain() {
  const navigate = useNavigate()
  const act = useAct()
  const [beginning, setBeginning] = useState<Beginning | null>(null)

  async function go({ reference, inTheWay }: Beginning): Promise<void> {
    await bookAgain(reference, inTheWay)
    setBeginning(null)
    navigate('/cart')
  }

  function start({ id: reference }: BookedPatient): void {
    act.run(async () => {
      const found = { reference, inTheWay: await inTheWay() }
      if (found.inTheWay.inCart > 0 || found.inTheWay.draft) setBeginning(found)
      else await go(found)
    })
  }

  return { act, beginning, start, go, leave: () => setBeginning(null) }
}

function DoctorsPatients() {
  useTitle(copy.myPatients)
  const [q, setQ] = useState('')
  const search = useTypedSearch(setQ)
  const query = usePatients(q)
  const again = useBookAgain()
  const { beginning } = again
  const patients = query.data?.pages.flatMap(({ data }) => data.patients)
  const retry = () => void query.refetch()
  return (
    <div className="page grow space-y-6 py-4 md:py-8">
      <DoctorSwitch />
      <div>
        <h1>{copy.myPatients}</h1>
        <p className="text-muted mt-1">{copy.patientsIntro}</p>
      </div>
      <search>
        <Form className="max-w-column" onSubmit={search.now}>
          <Field
            id="patient-finder"
            label={copy.findPatient}
            hint={copy.findPatientHint}
            type="search"
            autoComplete="off"
            maxLength={100}
            value={search.typed}
            onText={search.type}
          />
        </Form>
      </search>
      {beginning ? null : <NotDone failure={again.act.failure} />}
      {patients && patients.length > 0 ? (
        <>
          <ul className={`space-y-4 ${query.isPlaceholderData ? 'opacity-60' : ''}`}>
            {patients.map((patient) => (
              <PatientCard
                key={patient.id}
                patient={patient}
                stateOf={(state) => stateWords[state]}
                onAgain={again.start}
                onRequested={retry}
              />
            ))}
          </ul>
          {query.hasNextPage ? (
            <Button
              wide
              working={query.isFetchingNextPage}
              workingText={copy.morePatients}
              onClick={() => void query.fetchNextPage()}
            >
              {copy.showMore}
            </Button>
          ) : null}
        </>
      ) : patients ? (
        <NoPatients q={q} />
      ) : (
        <NotLoaded failure={query.error} onRetry={retry}>
          <div className="space-y-4">
            <Skeleton className="h-56 w-full" />
            <Skeleton className="h-56 w-full" />
          </div>
        </NotLoaded>
      )}
      {beginning ? (
        <AgainDialog
          inTheWay={beginning.inTheWay}
          working={again.act.working}
          failure={again.act.failure}
          onGo={() => again.act.run(() => again.go(beginning))}
          onClose={again.leave}
        />
      ) : null}
    </div>
  )
}

function NoPatients({ q }: { q: string }) {
  return q === '' ? (
    <EmptyState
      title={copy.noPatients}
      action={
        <LinkButton look="primary" wide to="/explore/labs">
          {copy.findLaboratory}
        </LinkButton>
      }
    >
      {copy.noPatientsSays}
    </EmptyState>
  ) : (
    <EmptyState title={copy.noPatientFound} picture={magnifier}>
      {copy.noPatientFoundSays}
    </EmptyState>
  )
}

/** The patients whom a doctor books for; other accounts get the not-found page. */
export function PatientsPage() {
  return useProfile()?.type === 'doctor' ? <DoctorsPatients /> : <NotForThem />
}
