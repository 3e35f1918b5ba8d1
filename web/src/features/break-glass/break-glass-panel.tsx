import { type BreakGlassStatus, formatPhone } from '@labalaba/contract'
import { lazy, Suspense, useState } from 'react'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import * as copy from '../../copy/break-glass.ts'
import { fillNodes } from '../../lib/fill.ts'
import type { BreakGlassDialogProps } from './break-glass-dialog.tsx'
import { useBreakGlass } from './queries.ts'

const BreakGlassDialog = lazy(async () => ({
  default: (await import('./break-glass-dialog.tsx')).BreakGlassDialog,
}))

type PanelProps = Pick<BreakGlassDialogProps, 'reference' | 'onRefused' | 'onOpened'>

/** Above results that a doctor reads by consent: that another one needs action now, with the way to open it. Mostly nothing. */
export function BreakGlassPanel(props: PanelProps) {
  const asked = useBreakGlass(props.reference)
  return asked.data?.data.mayOpen ? <NeedsActionBanner {...props} status={asked.data.data} /> : null
}

/** That a result needs action now: whom to call, and the button that opens it without consent. */
export function NeedsActionBanner({
  status: { lab, labPhone, patientName },
  ...props
}: PanelProps & { status: BreakGlassStatus }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Banner tone="error" title={copy.needsActionTitle}>
        <p>{fillNodes(copy.needsActionCall, { lab, phone: <Phone phone={labPhone} /> })}</p>
        <p>{copy.needsActionSays}</p>
        <div className="pt-3">
          <Button look="danger" wide onClick={() => setAsking(true)}>
            {copy.openButton}
          </Button>
        </div>
      </Banner>
      <Suspense>
        {asking ? (
          <BreakGlassDialog {...props} patientName={patientName} onClose={() => setAsking(false)} />
        ) : null}
      </Suspense>
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
