import type { BreakGlassStatus } from '@labalaba/contract'
import { Card } from '../../components/card.tsx'
import { Link } from '../../components/link.tsx'
import { NotLoaded } from '../../components/not-loaded.tsx'
import { Skeleton } from '../../components/states.tsx'
import * as copy from '../../copy/break-glass.ts'
import * as results from '../../copy/results.ts'
import { fill, fillNodes } from '../../lib/fill.ts'
import type { BreakGlassDialogProps } from './break-glass-dialog.tsx'
import { NeedsActionBanner, OpenUnknown, Phone } from './break-glass-panel.tsx'
import { mayTryBreakGlass } from './policy.ts'
import { useBreakGlass } from './queries.ts'

type NoConsentProps = Pick<BreakGlassDialogProps, 'reference' | 'onRefused' | 'onOpened'>

/** In place of results that the patient has not let the doctor read: what the doctor may do, and what needs action now. */
export function NoConsent(props: NoConsentProps) {
  const asked = useBreakGlass(props.reference)
  const status = asked.data?.data
  return (
    <div className="max-w-column">
      <h1>{results.noConsentTitle}</h1>
      {status ? (
        <div className="mt-2 space-y-6">
          <p>{fill(wordsOf(status), { name: status.patientName })}</p>
          {status.mayOpen ? <NeedsActionBanner {...props} status={status} /> : null}
          <WhatToDo {...props} status={status} />
        </div>
      ) : (
        <NotLoaded failure={asked.error} onRetry={() => void asked.refetch()}>
          <Skeleton className="mt-4 h-64 w-full" />
        </NotLoaded>
      )}
    </div>
  )
}

function wordsOf({ consent }: BreakGlassStatus): string {
  if (consent === 'withdrawn' || consent === 'refused') return copy.saidNo
  return consent === 'nobody_to_ask' ? copy.noContact : copy.notYet
}

function WhatToDo({ status, ...props }: NoConsentProps & { status: BreakGlassStatus }) {
  const { consent, verified, lab, labPhone, patientName } = status
  return (
    <Card as="section" labelledBy="can-do">
      <h2 id="can-do" className="heading-small">
        {copy.canDoTitle}
      </h2>
      <ul className="mt-2 list-disc space-y-2 pl-6">
        <li>{fillNodes(copy.canCall, { lab, phone: <Phone phone={labPhone} /> })}</li>
        {verified && (consent === 'asked' || consent === 'expired') ? (
          <li>
            {copy.canAsk} <Link to="/portal/doctor/patients">{results.seePatients}</Link>
          </li>
        ) : null}
        {mayTryBreakGlass(status) ? (
          <li>
            <OpenUnknown {...props} patientName={patientName} />
          </li>
        ) : null}
        {verified ? null : (
          <li>
            {copy.canSendLicence} <Link to="/portal/doctor/licence">{copy.sendLicence}</Link>
          </li>
        )}
      </ul>
    </Card>
  )
}
