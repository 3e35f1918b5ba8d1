import type { MissReason, OwnVisit } from '@labalaba/contract'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { MotorbikeIcon } from '../../ui/drawn-icons.tsx'
import { CalendarIcon, ClockIcon, LockIcon, WarningIcon } from '../../ui/icons.tsx'

const missedWords: Readonly<Record<MissReason, string>> = {
  nobody_home: 'Our phlebotomist was there, and nobody opened the door.',
  not_found: 'Our phlebotomist did not find the address.',
  declined: 'We were asked not to take the sample.',
  not_the_patient: 'The name or date of birth did not match the booking.',
  unable:
    'Our phlebotomist could not come, or could not take the sample. That is not your fault, and we are sorry.',
}

type HomeVisitProps = {
  visit: OwnVisit
  /** Opens the choice of another day, if one can be chosen. */
  onNewDay: (() => void) | null
}

/** Who comes, the door code, and what to do if no one came. */
export function HomeVisit({ visit, onNewDay }: HomeVisitProps) {
  const { state, phlebotomist, doorCode } = visit
  const who = phlebotomist ?? 'A phlebotomist'
  if (state === 'missed') return <Missed visit={visit} onNewDay={onNewDay} />
  if (visit.isOverdue) return <NobodyCame wasSent={state === 'assigned'} onNewDay={onNewDay} />
  if (state === 'requested') return <Waiting />
  if (state !== 'assigned' && state !== 'on_the_way') return null
  return (
    <Card as="section" labelledBy="visit" className="print:hidden">
      <h2 id="visit" className="heading-small flex items-center gap-3">
        <MotorbikeIcon size={28} />
        {state === 'on_the_way' ? `${who} is on the way` : `${who} comes to you`}
      </h2>
      {doorCode ? (
        <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3">
          <div>
            <p className="text-muted flex items-center gap-1.5">
              <LockIcon size={18} />
              Your door code
            </p>
            <p className="font-head text-[2.25rem] leading-[2.75rem] font-bold tracking-[0.12em] tabular-nums">
              {doorCode}
            </p>
          </div>
          <p className="min-w-0 flex-[1_1_16rem]">
            Tell it to the phlebotomist at your door, and to nobody before. They also ask for the patient’s
            name and date of birth.
          </p>
        </div>
      ) : (
        <p className="mt-2">They are with the patient now.</p>
      )}
    </Card>
  )
}

function Waiting() {
  return (
    <Card as="section" labelledBy="visit" className="print:hidden">
      <h2 id="visit" className="heading-small flex items-center gap-3">
        <ClockIcon />
        We are choosing who comes
      </h2>
      <p className="mt-2">Your door code comes here as soon as somebody is chosen, with their first name.</p>
    </Card>
  )
}

/** The visit's window is over and no one came: what happened, and the options. */
export function NobodyCame({ wasSent, onNewDay }: { wasSent: boolean; onNewDay: (() => void) | null }) {
  return (
    <Card as="section" labelledBy="visit" className="print:hidden">
      <h2 id="visit" className="heading-small flex items-center gap-3">
        <WarningIcon className="text-warn" />
        Nobody came at that time
      </h2>
      <p className="mt-2">
        {wasSent
          ? 'Your phlebotomist has not set off, and we are sorry. Your money is safe.'
          : 'We had no phlebotomist free, and we are sorry. Your money is safe.'}{' '}
        Choose another time at no cost, or cancel below. You see how much you get back before you decide.
      </p>
      <p className="text-muted mt-2">
        {wasSent
          ? 'Our team knows that nobody came. If somebody does set off, we first mail you a new door code: let nobody in without it.'
          : 'Our team knows that nobody came.'}
      </p>
      {onNewDay ? <NewDay onNewDay={onNewDay} /> : null}
    </Card>
  )
}

function Missed({ visit, onNewDay }: HomeVisitProps) {
  const reason = visit.missedReason
  return (
    <Card edge as="section" labelledBy="visit" className="print:hidden">
      <h2 id="visit">We could not take the sample</h2>
      {reason ? <p className="mt-2">{missedWords[reason]}</p> : null}
      <p className="mt-2">Your booking stands. Another day costs nothing more.</p>
      {onNewDay ? <NewDay onNewDay={onNewDay} /> : null}
    </Card>
  )
}

function NewDay({ onNewDay }: { onNewDay: () => void }) {
  return (
    <div className="mt-4">
      <Button look="primary" wide onClick={onNewDay}>
        <CalendarIcon />
        Choose another day
      </Button>
    </div>
  )
}
