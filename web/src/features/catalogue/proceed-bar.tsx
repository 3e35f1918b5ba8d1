import { useEffect } from 'react'
import { Button } from '../../components/button.tsx'
import { StickyBar } from '../../components/navigation.tsx'
import * as copy from '../../copy/catalogue.ts'
import { nairaTwo } from '../../lib/format.ts'
import { proceedWords } from './policy.ts'

type ProceedBarProps = { count: number; total: number; onProceed: () => void }

/** The bar at the bottom: disabled until a test is selected, then the total and the button to proceed. */
export function ProceedBar({ count, total, onProceed }: ProceedBarProps) {
  useEffect(prepareNairaSign, [])
  if (count === 0) {
    return (
      <StickyBar
        always
        left={null}
        action={
          <Button look="primary" wide disabled>
            {copy.selectToProceed}
          </Button>
        }
      />
    )
  }
  return (
    <StickyBar
      always
      left={
        <p aria-live="polite">
          <span className="text-muted block text-[0.875rem] leading-5">{copy.subTotal}</span>
          <span className="figures font-head block text-[1.25rem] leading-7 font-bold">
            {nairaTwo(total)}
          </span>
        </p>
      }
      action={
        <span className="grid grow sm:grow-0">
          <Button look="primary" onClick={onProceed}>
            {proceedWords(count)}
          </Button>
        </span>
      }
    />
  )
}

/** The heading font has ₦ in a separate 3 kB file. Loading it before the first sum avoids a layout shift. */
function prepareNairaSign(): void {
  document.fonts.load('700 1.25rem Brygada', '₦').catch(() => undefined)
}
