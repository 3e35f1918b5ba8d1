import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { useAwaited } from './queries.ts'

const loadDialog = () => import('./give-up-dialog.tsx')
const GiveUpDialog = lazy(async () => ({ default: (await loadDialog()).GiveUpDialog }))

type GiveUpProps = {
  reference: string
  /** Somebody comes to the patient, so that a part of the price was for the way. */
  isVisit: boolean
  onGivenUp: () => void
}

/** The way out for whoever rather has the money back than gives a sample once more. Nothing where there is none. */
export function GiveUp({ reference, isVisit, onGivenUp }: GiveUpProps) {
  const awaited = useAwaited(reference).data?.data
  const [leaving, setLeaving] = useState(false)
  if (!awaited?.canGiveUp) return null
  return (
    <>
      <Button
        look="secondary"
        wide
        onPointerEnter={loadDialog}
        onFocus={loadDialog}
        onClick={() => setLeaving(true)}
      >
        Get a refund instead
      </Button>
      {leaving ? (
        <Suspense>
          <GiveUpDialog
            reference={reference}
            awaited={awaited}
            isVisit={isVisit}
            onClose={() => setLeaving(false)}
            onGivenUp={() => {
              setLeaving(false)
              onGivenUp()
            }}
          />
        </Suspense>
      ) : null}
    </>
  )
}
