import { type BreakGlassStatus, formatPhone } from '@labalaba/contract'
import { lazy, Suspense, useState } from 'react'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import * as copy from '../../copy/break-glass.ts'
import { fillNodes } from '../../lib/fill.ts'
import type { BreakGlassDialogProps } from './break-glass-dialog.tsx'
import { mayTryBreakGlass, offerWords } from './policy.ts'
import { useBreakGlass } from './queries.ts'

const BreakGlassDialog = lazy(async () => ({
  default: (await import('./break-glass-dialog.tsx')).BreakGlassDialog,
}))

type PanelProps = Pick<BreakGlassDialogProps, 'reference' | 'onRefused' | 'onOpened'>

/**
 * Above results that a doctor reads by consent or break-glass: that another needs action now, or the offer to open what does.
 * The offer stays after an opening (`hasOpened`), because a sensitive result may come later and is never announced.
 */
export function BreakGlassPanel({ hasOpened, ...props }: PanelProps & { hasOpened: boolean }) {
  const status = useBreakGlass(props.reference).data?.data
  if (!status) return null
  if (status.mayOpen) return <NeedsActionBanner {...props} status={status} />
  return mayTryBreakGlass(status) ? (
    <div>
      <OpenUnknown {...props} patientName={status.patientName} hasOpened={hasOpened} />
    </div>
  ) : null
}

/** The offer to open what needs action now, without saying whether anything does. */
export function OpenUnknown({ hasOpened = false, ...props }: OpenButtonProps & { hasOpened?: boolean }) {
  return (
    <>
      {offerWords(hasOpened)} <OpenButton {...props} look="quiet" />
    </>
  )
}

/** That a result needs action now: whom to call, and the button that opens it without consent. */
export function NeedsActionBanner({
  status: { lab, labPhone, patientName },
  ...props
}: PanelProps & { status: BreakGlassStatus }) {
  return (
    <Banner tone="error" title={copy.needsActionTitle}>
      <p>{fillNodes(copy.needsActionCall, { lab, phone: <Phone phone={labPhone} /> })}</p>
      <p>{copy.needsActionSays}</p>
      <div className="pt-3">
        <OpenButton {...props} patientName={patientName} look="danger" />
      </div>
    </Banner>
  )
}

type OpenButtonProps = PanelProps & { patientName: string }

/** The button that asks for the reason, and opens. */
function OpenButton({ look, ...props }: OpenButtonProps & { look: 'danger' | 'quiet' }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button look={look} wide onClick={() => setAsking(true)}>
        {copy.openButton}
      </Button>
      <Suspense>{asking ? <BreakGlassDialog {...props} onClose={() => setAsking(false)} /> : null}</Suspense>
    </>
  )
}

/** A phone number that a tap calls. */
export function Phone({ phone }: { phone: string }) {
  return (
    <a href={`tel:+${phone}`} className="figures whitespace-nowrap">
      {formatPhone(phone)}
    </a>
  )
}
