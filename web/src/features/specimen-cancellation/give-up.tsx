import { lazy, Suspense, useState } from 'react'
import { Button } from '../../components/button.tsx'
import * as copy from '../../copy/specimen-cancellation.ts'
import { useOutstanding } from './queries.ts'

const loadDialog = () => import('./give-up-dialog.tsx')
const GiveUpDialog = lazy(async () => ({ default: (await loadDialog()).GiveUpDialog }))

type GiveUpProps = {
  reference: string
  /** It was a home visit, so a part of the price was for the way. */
  isVisit: boolean
  onGivenUp: () => void
}

/** Offers the money back instead of another specimen. Renders nothing if no specimen is outstanding. */
export function GiveUp({ reference, isVisit, onGivenUp }: GiveUpProps) {
  const awaited = useOutstanding(reference).data?.data
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
        {copy.giveUpOffer}
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
