import {
  contactActWords,
  formatMoment,
  readContactChange,
  topicTitles,
  type UndoableChange,
  undoContactChange,
} from '@labalaba/contract'
import { useEffect, useRef, useState } from 'react'
import padlock from '../../components/art/padlock.svg'
import { Button, LinkButton } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { NotDone } from '../../components/not-done.tsx'
import { NotLoaded } from '../../components/not-loaded.tsx'
import { EmptyState, Skeleton } from '../../components/states.tsx'
import * as copy from '../../copy/accounts.ts'
import * as noticeCopy from '../../copy/notifications.ts'
import { channelNames, readUndoLink } from '../../features/notifications/policy.ts'
import { useAct } from '../../lib/act.ts'
import { ApiFailure, call } from '../../lib/api.ts'
import { fill } from '../../lib/fill.ts'
import { useTitle } from '../../lib/hooks.ts'
import { useMailLink } from '../../lib/mail-link.ts'

/** Opened by the link in a mail about changed notices: shows what it undoes, and the button. It needs no account. */
export function UndoPage() {
  useTitle(copy.undoTitle)
  const opener = useMailLink('/undo-change', (hash) => readUndoLink(hash) !== null)
  const token = opener === null ? null : readUndoLink(opener)
  return token ? <Undo key={token} token={token} /> : <Ended />
}

function Undo({ token }: { token: string }) {
  const reading = useAct()
  const doing = useAct()
  const [change, setChange] = useState<UndoableChange | null>(null)
  const [isUndone, setUndone] = useState(false)
  const read = () => reading.run(async () => setChange(await readUndoable(token)))

  // biome-ignore lint/correctness/useExhaustiveDependencies: each link is opened once, when it arrives
  useEffect(read, [])

  if (hasEnded(reading.failure) || hasEnded(doing.failure)) return <Ended />
  return (
    <div className="page grow py-6 md:py-10">
      <div className="max-w-column mx-auto space-y-6">
        {change && isUndone ? (
          <Undone type={change.type} />
        ) : change ? (
          <Question
            change={change}
            failure={doing.failure}
            working={doing.working}
            onUndo={() =>
              doing.run(async () => {
                await undo(token)
                setUndone(true)
              })
            }
          />
        ) : (
          <NotLoaded failure={reading.failure} onRetry={read}>
            <Skeleton className="h-120 w-full" />
          </NotLoaded>
        )}
      </div>
    </div>
  )
}

type QuestionProps = { change: UndoableChange; failure: unknown; working: boolean; onUndo: () => void }

function Question({ change, failure, working, onUndo }: QuestionProps) {
  const { undone, staying, restored } = change
  const isMore = undone.length > 1
  return (
    <>
      <div>
        <h1>{copy.undoTitle}</h1>
        <p className="text-muted mt-1">{copy.undoAbout}</p>
      </div>
      <Changes title={copy.undoneTitle} says={isMore ? copy.undoneMore : null} changes={undone} />
      {staying.length > 0 ? (
        <Changes title={copy.stayingTitle} says={copy.stayingMeans} changes={staying} />
      ) : null}
      <Restored restored={restored} />
      <NotDone failure={failure} title={copy.undoFailed} />
      <Button look="primary" wide working={working} workingText={copy.undoing} onClick={onUndo}>
        {isMore ? copy.undoMany : copy.undoOne}
      </Button>
      <p className="text-muted">{copy.undoLogsNoOneOut}</p>
    </>
  )
}

function Undone({ type }: Pick<UndoableChange, 'type'>) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The focused button has been removed.
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {copy.undoDone}
      </h1>
      <p>{copy.undoDoneMeans}</p>
      <p>{copy.undoDoneAdvice}</p>
      <div className="flex flex-wrap gap-3">
        <LinkButton look="primary" wide to={`/auth/forgot-password/${type}`}>
          {copy.chooseNewPassword}
        </LinkButton>
        <LinkButton wide to="/settings/notices">
          {copy.seeNotifications}
        </LinkButton>
      </div>
    </>
  )
}

function Ended() {
  return (
    <EmptyState
      headingLevel="h1"
      title={copy.undoEndedTitle}
      picture={padlock}
      action={
        <>
          <LinkButton look="primary" wide to="/auth/forgot-password/user">
            {copy.chooseNewPassword}
          </LinkButton>
          <LinkButton wide to="/settings/notices">
            {copy.seeNotifications}
          </LinkButton>
        </>
      }
    >
      {copy.undoEnded}
    </EmptyState>
  )
}

/** Reads what a mail's link would undo. */
async function readUndoable(token: string): Promise<UndoableChange> {
  return (await call(readContactChange, { body: { token } })).data
}

/** Undoes the change, and every later one. */
async function undo(token: string): Promise<void> {
  await call(undoContactChange, { body: { token } })
}

/** True if the link was used, has expired or never existed. */
function hasEnded(failure: unknown): boolean {
  return failure instanceof ApiFailure && failure.code === 'undo_ended'
}

type ChangesProps = { title: string; says: string | null; changes: UndoableChange['undone'] }

/** Changes with their acts, time and kind of browser. */
function Changes({ title, says, changes }: ChangesProps) {
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
function Restored({ restored: { phones, topics } }: Pick<UndoableChange, 'restored'>) {
  return (
    <Card as="section" labelledBy="restored">
      <h2 id="restored" className="heading-small">
        {noticeCopy.restored}
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
                ? fill(noticeCopy.numberTaken, { ending })
                : fill(noticeCopy.numberRestored, { channel: channelNames[channel], ending })}
            </li>
          ))}
        </ul>
      ) : null}
    </Card>
  )
}
