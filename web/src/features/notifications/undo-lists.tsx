import { contactActWords, formatMoment, topicTitles, type UndoableChange } from '@labalaba/contract'
import { Card } from '../../components/card.tsx'
import * as copy from '../../copy/notifications.ts'
import { fill } from '../../lib/fill.ts'
import { channelNames } from './policy.ts'

type ChangesProps = { title: string; says: string | null; changes: UndoableChange['undone'] }

/** Changes with their acts, time and kind of browser. */
export function Changes({ title, says, changes }: ChangesProps) {
  const id = title.toLowerCase().replaceAll(' ', '-')
  return (
    <Card as="section" labelledBy={id}>
      <h2 id={id} className="heading-small">
        {title}
      </h2>
      {says ? <p className="text-muted mt-1">{says}</p> : null}
      <ul className="mt-3 space-y-4">
        {changes.map(({ at, browser, acts }) => (
          <li key={at}>
            <p className="font-semibold">{formatMoment(new Date(at))}</p>
            <p className="text-small text-muted">{browser}</p>
            <ul className="mt-1 list-disc pl-5">
              {acts.map((act, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and may have equal entries
                <li key={place}>{contactActWords(act)}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Where notifications go after a change is undone. */
export function Restored({ restored: { phones, topics } }: Pick<UndoableChange, 'restored'>) {
  return (
    <Card as="section" labelledBy="restored">
      <h2 id="restored" className="heading-small">
        {copy.restored}
      </h2>
      <dl className="divide-hair mt-2 divide-y">
        {topics.map(({ topic, on }) => (
          <div key={topic} className="flex flex-wrap justify-between gap-x-4 py-2.5">
            <dt>{topicTitles[topic]}</dt>
            <dd className="font-semibold">{on.map((channel) => channelNames[channel]).join(', ')}</dd>
          </div>
        ))}
      </dl>
      {phones.length > 0 ? (
        <ul className="mt-3 space-y-1">
          {phones.map(({ channel, ending, isTaken }) => (
            <li key={channel}>
              {isTaken
                ? fill(copy.numberTaken, { ending })
                : fill(copy.numberRestored, { channel: channelNames[channel], ending })}
            </li>
          ))}
        </ul>
      ) : null}
    </Card>
  )
}
