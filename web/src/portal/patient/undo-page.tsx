import type { UndoableChange } from '@labalaba/contract'
import { useEffect, useRef, useState } from 'react'
import { readUndoLink } from '../../feature/notice/policy.ts'
import { hasEnded, readUndoable, undo } from '../../feature/notice/undo-calls.ts'
import { Changes, Restored } from '../../feature/notice/undo-lists.tsx'
import { useAct } from '../../lib/act.ts'
import { useTitle } from '../../lib/hooks.ts'
import { useMailLink } from '../../lib/mail-link.ts'
import padlock from '../../ui/art/padlock.svg'
import { Button, LinkButton } from '../../ui/button.tsx'
import { NoAnswer } from '../../ui/no-answer.tsx'
import { NotDone } from '../../ui/not-done.tsx'
import { EmptyState, Skeleton, Waiting } from '../../ui/states.tsx'

/** Opened by the link in a mail about changed notices: shows what it undoes, and the button. It needs no account. */
export function UndoPage() {
  useTitle('Undo a change of your notices')
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
        <h1>Undo a change of your notices</h1>
        <p className="text-muted mt-1">
          Your notices will go where they went before this change. You need no password.
        </p>
      </div>
      <Changes
        title="What is undone"
        says={isMore ? 'The change of this mail, and every change that came later.' : null}
        changes={undone}
      />
      {staying.length > 0 ? (
        <Changes
          title="What stays"
          says="You made these changes before? Then they are fine. If not, use the link in their mail: it goes back further."
          changes={staying}
        />
      ) : null}
      <Restored restored={restored} />
      <NotDone failure={failure} title="Nothing is undone yet" />
      <Button look="primary" wide working={working} workingText="Undoing it" onClick={onUndo}>
        {isMore ? 'Undo these changes' : 'Undo this change'}
      </Button>
      <p className="text-muted">This logs nobody out. For that, choose a new password next.</p>
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
        The change is undone
      </h1>
      <p>Your notices go where they went before. Nobody was logged out.</p>
      <p>
        If it was not you who made the change, somebody may know your password. Choose a new one now: it logs
        out every browser.
      </p>
      <div className="flex flex-wrap gap-3">
        <LinkButton look="primary" wide to={`/auth/forgot-password/${type}`}>
          Choose a new password
        </LinkButton>
        <LinkButton wide to="/settings/notices">
          Look at my notices
        </LinkButton>
      </div>
    </>
  )
}

function Ended() {
  return (
    <EmptyState
      headingLevel="h1"
      title="This link no longer works"
      picture={padlock}
      action={
        <>
          <LinkButton look="primary" wide to="/auth/forgot-password/user">
            Choose a new password
          </LinkButton>
          <LinkButton wide to="/settings/notices">
            Look at my notices
          </LinkButton>
        </>
      }
    >
      It works once, and for 72 hours. If somebody else changed your notices, choose a new password first.
      Then look at your notices.
    </EmptyState>
  )
}
