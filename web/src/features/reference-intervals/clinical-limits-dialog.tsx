import type {
  ClinicalLimits,
  CriticalTableLimit,
  PlausibilityTableLimit,
  PregnancyTableLimit,
  ResistanceTableRow,
  TableLimit,
  UnconfirmedInterval,
} from '@labalaba/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ActDialog } from '../../components/act-dialog.tsx'
import { Tag } from '../../components/card.tsx'
import { Dialog } from '../../components/dialog.tsx'
import * as copy from '../../copy/clinical-limits.ts'
import * as shared from '../../copy/shared.ts'
import { useAct } from '../../lib/act.ts'
import { fill, plural } from '../../lib/fill.ts'
import { toast } from '../../lib/toast.ts'
import { catalogueWords, limitWords, whomWords } from './policy.ts'
import { acceptLimits, forgetLimits } from './queries.ts'

/** The limits by kind with their sources; a manager can accept them all, unless that is done. */
export function LimitsDialog({ limits: now, onClose }: { limits: ClinicalLimits; onClose: () => void }) {
  // The limits stay as they are read, also if others come meanwhile: the server refuses another edition.
  const [limits] = useState(now)
  const act = useAct()
  const cache = useQueryClient()
  if (!limits.mayAccept || limits.accepted?.isCurrent)
    return (
      <Dialog wide title={copy.title} onClose={onClose}>
        <Kinds limits={limits} />
      </Dialog>
    )
  return (
    <ActDialog
      wide
      title={copy.title}
      onClose={onClose}
      button={copy.accept}
      workingText={shared.saving}
      act={act}
      failed={{ title: copy.notAccepted }}
      onDo={() =>
        act.run(async () => {
          // After a refusal the next dialog shows the current ones.
          await acceptLimits(limits.edition).finally(() => forgetLimits(cache))
          toast.success(copy.accepted)
          onClose()
        })
      }
    >
      <p>{copy.acceptSays}</p>
      <Kinds limits={limits} />
    </ActDialog>
  )
}

function Kinds({ limits }: { limits: ClinicalLimits }) {
  const { critical, plausibility, pregnancy, resistance, intervals } = limits
  return (
    <div className="divide-hair divide-y">
      <Kind
        name={copy.critical}
        says={copy.criticalSays}
        limits={critical}
        words={criticalWords}
        mark={tierMark}
      />
      <Kind
        name={copy.plausibility}
        says={copy.plausibilitySays}
        limits={plausibility}
        words={plausibilityWords}
      />
      <Kind name={copy.pregnancy} says={copy.pregnancySays} limits={pregnancy} words={pregnancyWords} />
      <Kind name={copy.resistance} says={copy.resistanceSays} limits={resistance} words={resistanceWords} />
      <Kind
        name={copy.intervals}
        says={copy.intervalsSay}
        limits={intervals}
        words={intervalWords}
        mark={replacedMark}
      />
    </div>
  )
}

type KindProps<Limit> = {
  name: string
  says: string
  limits: readonly Limit[]
  words: (limit: Limit) => string
  mark?: (limit: Limit) => ReactNode
}

/** The limits of one kind, folded, with how many sources were not read. */
function Kind<Limit extends TableLimit>({ name, says, limits, words, mark }: KindProps<Limit>) {
  if (limits.length === 0) return null
  const unread = limits.filter(({ sourceRead }) => !sourceRead).length
  return (
    <details>
      <summary className="min-h-12 cursor-pointer py-3 font-semibold">
        {fill(copy.kindCount, { kind: name, count: limits.length })}
        {unread > 0 ? (
          <span className="text-small text-warn block">{plural(copy.unreadCount, unread)}</span>
        ) : null}
      </summary>
      <p className="pb-2">{says}</p>
      <ul aria-label={name} className="divide-hair divide-y">
        {limits.map((limit) => (
          <li key={JSON.stringify(limit)} className="space-y-1 py-3">
            <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
              <b>{limit.name}</b>
              {mark?.(limit)}
            </p>
            <p className="tabular-nums">{words(limit)}</p>
            <p className="text-small text-muted wrap-anywhere">
              {limit.tests.join(', ')}.{' '}
              {fill(limit.sourceRead ? copy.source : copy.sourceUnread, { source: limit.source })}
              {limit.signedBy === null ? null : `. ${fill(copy.signedBy, { name: limit.signedBy })}`}
            </p>
          </li>
        ))}
      </ul>
    </details>
  )
}

function tierMark({ tier }: CriticalTableLimit): ReactNode {
  return <Tag tone="warn">{tier === 'immediate' ? copy.immediate : copy.urgent}</Tag>
}

/** "Male and female, every age: 7 g/dL or less", or the choices; in pregnancy, "Pregnant, trimester 2, 3: …". */
function criticalWords(limit: CriticalTableLimit): string {
  const words = limit.choices.length > 0 ? limit.choices.join(', ') : sidesWords(limit)
  const whom = limit.trimesters.length === 0 ? whomWords(limit) : pregnantWords(limit.trimesters)
  return fill(copy.limitOf, { whom, limit: words })
}

/** "Pregnant" for the whole pregnancy, else its trimesters. */
function pregnantWords(trimesters: readonly number[]): string {
  return trimesters.length === 3 ? copy.pregnant : fill(copy.inTrimester, { number: trimesters.join(', ') })
}

/** "Male and female, every age: 1.5 g/dL or less, or 25 g/dL or more. Check the decimal point." */
function plausibilityWords(limit: PlausibilityTableLimit): string {
  const { unit, changeBy, changePercent, withinDays, check } = limit
  const by =
    changeBy === null ? fill(copy.percent, { amount: changePercent ?? 0 }) : amountWords(changeBy, unit)
  const words = withinDays === null ? sidesWords(limit) : plural(copy.changeOf, withinDays, { amount: by })
  return `${fill(copy.limitOf, { whom: whomWords(limit), limit: words })}. ${fill(copy.checkIt, { check })}`
}

/** "Pregnant: up to 5 mmol/L" */
function pregnancyWords({ trimester, low, high, unit }: PregnancyTableLimit): string {
  const whom = pregnantWords(trimester === null ? [1, 2, 3] : [trimester])
  const limit = limitWords({ low, high, criticalLow: null, criticalHigh: null }, unit)
  return fill(copy.limitOf, { whom, limit })
}

/** "Proteus mirabilis: Tetracycline, Colistin" */
function resistanceWords({ organisms, agents }: ResistanceTableRow): string {
  return fill(copy.resists, { organisms: organisms.join(', '), agents: agents.join(', ') })
}

/** "Men from 18 years: 20 to 250 µg/L. Women from 18 years: 10 to 120 µg/L" */
function intervalWords({ male, female, unit }: UnconfirmedInterval): string {
  const catalogue = { male, female, criticalLow: null, criticalHigh: null, toBeConfirmed: true }
  return catalogueWords({ catalogue, unit }).join('. ')
}

function replacedMark({ isReplaced }: UnconfirmedInterval): ReactNode {
  return isReplaced ? <Tag>{copy.replaced}</Tag> : null
}

type Sides = Pick<CriticalTableLimit, 'atOrBelow' | 'atOrAbove' | 'unit'>

function sidesWords({ atOrBelow, atOrAbove, unit }: Sides): string {
  const low = atOrBelow === null ? null : fill(copy.orLess, { amount: amountWords(atOrBelow, unit) })
  const high = atOrAbove === null ? null : fill(copy.orMore, { amount: amountWords(atOrAbove, unit) })
  return low !== null && high !== null ? fill(copy.either, { one: low, other: high }) : (low ?? high ?? '')
}

function amountWords(amount: number, unit: string | null): string {
  return unit ? `${amount} ${unit}` : String(amount)
}
