import type { UndoableChange } from '@labalaba/contract'
import { useEffect, useRef, useState } from 'react'
import padlock from '../../components/art/padlock.svg'
import { Button, LinkButton } from '../../components/button.tsx'
import { NotDone } from '../../components/not-done.tsx'
import { EmptyState, NoAnswer, Skeleton, Waiting } from '../../components/states.tsx'
import * as copy from '../../copy/accounts.ts'
import { readUndoLink } from '../../features/notifications/policy.ts'
import { hasEnded, readUndoable, undo } from '../../features/notifications/undo-calls.ts'
import { Changes, Restored } from '../../features/notifications/undo-lists.tsx'
import { useAct } from '../../lib/act.ts'
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
        ) : reading.failure ? (
          <NoAnswer failure={reading.failure} onRetry={read} />
        ) : (
          <Waiting onRetry={read}>
            <Skeleton className="h-120 w-full" />
          </Waiting>
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
