import type { OrderSet } from '@labalaba/contract'
import { useState } from 'react'
import { Button, LinkButton } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { NotDone } from '../../components/not-done.tsx'
import * as copy from '../../copy/order-sets.ts'
import * as shared from '../../copy/shared.ts'
import { useAct } from '../../lib/act.ts'
import { fill } from '../../lib/fill.ts'
import { toast } from '../../lib/toast.ts'
import { forgetSet } from './queries.ts'

type CardProps = { set: OrderSet; onChange: () => void; onGone: () => void }

/** A doctor's order set. Deleting asks for confirmation within the card. */
export function SetCard({ set, onChange, onGone }: CardProps) {
  const { id, name, tests } = set
  const [sure, setSure] = useState(false)
  const deleting = useAct()
  const forget = () =>
    deleting.run(async () => {
      await forgetSet(set)
      toast.success(copy.deleted)
      onGone()
    })
  return (
    <Card as="li" labelledBy={`set-${id}`}>
      <h2 id={`set-${id}`} className="heading-small wrap-anywhere">
        {name}
      </h2>
      <p className="text-muted mt-1">{tests.map((test) => test.name).join(', ')}</p>
      <NotDone failure={deleting.failure} />
      <div className="mt-4 flex flex-wrap items-center gap-x-2 gap-y-3">
        <LinkButton wide to={`/portal/doctor/sets/${id}`}>
          {copy.compare}
          <span className="sr-only"> {fill(copy.compareFor, { set: name })}</span>
        </LinkButton>
        <div className="-ml-3 flex gap-2 md:ml-0">
          <Button look="quiet" onClick={onChange}>
            {shared.change}
            <span className="sr-only"> {name}</span>
          </Button>
          <Button
            look="quiet"
            working={deleting.working}
            workingText={copy.deleting}
            onClick={() => (sure ? forget() : setSure(true))}
          >
            {sure ? copy.deleteSure : copy.deleteSet}
            <span className="sr-only"> {name}</span>
          </Button>
        </div>
      </div>
    </Card>
  )
}
