import type { RoundVisit } from '@labalaba/contract'
import { useState } from 'react'
import { Button, IconButton } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { MinusIcon, PlusIcon } from '../../components/icons.tsx'
import * as copy from '../../copy/home-visits.ts'
import { plural } from '../../lib/fill.ts'
import { doAct } from './round-desk.ts'

/** Hands the specimens over to the lab, with their number. The lab confirms each by receiving it. */
export function DeliverStep({ visit }: { visit: RoundVisit }) {
  const most = visit.tubes.length
  const [count, setCount] = useState(most)
  const { lab } = visit
  return (
    <>
      <Card as="section" labelledBy="deliver">
        <h2 id="deliver">{copy.deliverTitle}</h2>
        <p className="heading-small mt-2">{lab.name}</p>
        <p>
          {lab.location}, {lab.address}
        </p>
        <fieldset className="mt-4 flex flex-wrap items-center gap-4">
          <legend className="mb-2 font-semibold">{copy.deliverCount}</legend>
          <IconButton name={copy.deliverOneFewer} disabled={count <= 1} onClick={() => setCount(count - 1)}>
            <MinusIcon size={28} />
          </IconButton>
          <output
            aria-live="polite"
            className="font-head text-h1 min-w-12 text-center font-bold tabular-nums"
          >
            {count}
          </output>
          <IconButton name={copy.deliverOneMore} disabled={count >= most} onClick={() => setCount(count + 1)}>
            <PlusIcon size={28} />
          </IconButton>
        </fieldset>
        {count < most ? (
          <p className="text-warn mt-2 font-semibold">{plural(copy.deliverFewer, most - count)}</p>
        ) : null}
      </Card>
      <div className="grid *:w-full">
        <Button
          look="primary"
          onClick={() => void doAct({ verb: 'deliver', visit: visit.id, round: visit.round, count })}
        >
          {copy.delivered}
        </Button>
      </div>
    </>
  )
}
