import type { StaffMember } from '@labalaba/contract'
import type { Look } from '../../components/button.tsx'
import { ReasonDialog } from '../../components/reason-dialog.tsx'
import * as copy from '../../copy/staff.ts'
import { fill } from '../../lib/fill.ts'
import type { StaffAct } from './policy.ts'
import { perform } from './queries.ts'

type Words = { title: string; says: string; button: string; done: string; look: Look }

/** The words of each act before, while and after it is done; `{name}` is the staff member. */
const words: Readonly<Record<StaffAct, Words>> = {
  renew: {
    title: copy.renewTitle,
    says: copy.renewMeans,
    button: copy.renewDo,
    done: copy.renewDone,
    look: 'primary',
  },
  revoke: {
    title: copy.revokeTitle,
    says: copy.revokeMeans,
    button: copy.revokeDo,
    done: copy.revokeDone,
    look: 'danger',
  },
  suspend: {
    title: copy.suspendTitle,
    says: copy.suspendMeans,
    button: copy.suspend,
    done: copy.suspendDone,
    look: 'danger',
  },
  restore: {
    title: copy.restoreTitle,
    says: copy.restoreMeans,
    button: copy.restoreDo,
    done: copy.restoreDone,
    look: 'primary',
  },
  reset: {
    title: copy.resetTitle,
    says: copy.resetMeans,
    button: copy.resetDo,
    done: copy.resetDone,
    look: 'danger',
  },
}

const suspendReason = {
  id: 'suspend-reason',
  label: copy.reason,
  hint: copy.reasonHint,
  missing: copy.reasonMissing,
  maxLength: 300,
}

type DialogProps = { act: StaffAct; person: StaffMember; onClose: () => void; onDone: () => void }

/** Asks for confirmation before an act on a staff member. */
export function StaffActDialog({ act, person, onClose, onDone }: DialogProps) {
  const { title, says, ...wording } = words[act]
  return (
    <ReasonDialog
      {...wording}
      title={fill(title, { name: person.name })}
      says={fill(says, { name: person.name })}
      workingText={copy.working}
      reason={act === 'suspend' ? suspendReason : null}
      about={`${act} ${person.id}`}
      perform={(reason) => perform(act, person, reason)}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
