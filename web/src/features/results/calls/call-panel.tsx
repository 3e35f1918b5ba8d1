import type { CriticalCall, LabReport, LabResults } from '@labalaba/contract'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, type RefObject, Suspense, useEffect, useRef } from 'react'
import { Button, buttonClass } from '../../../components/button.tsx'
import { CallIcon } from '../../../components/first-icons.tsx'
import { AlertIcon, CheckCircleIcon, InfoIcon, WarningIcon } from '../../../components/icons.tsx'
import * as copy from '../../../copy/critical-calls.ts'
import { fill } from '../../../lib/fill.ts'
import { useNow } from '../../../lib/now.ts'
import { useLeaveWarning, useTypedState } from '../../../lib/typed-state.ts'
import { useCallOfOthers } from './call-of-others.ts'
import {
  attemptsWords,
  attemptWords,
  callTitle,
  dialled,
  dueWords,
  endLook,
  endWords,
  isAboutEarlier,
  isOpen,
  isTyped,
  leftWords,
  nothingTyped,
  personWords,
  shownPhone,
  spokenWords,
  type TypedCall,
  takesCall,
} from './policy.ts'
import { readCallsAgain } from './queries.ts'

const CallDialog = lazy(async () => ({ default: (await import('./call-dialog.tsx')).CallDialog }))

type PanelProps = {
  report: LabReport
  call: CriticalCall
  patient: LabResults['patient']
  /** The user has just verified the values, so the call is the next thing to do. */
  isNext: boolean
}

/** The call about a critical result: red with a clock while it is open, then how it ended. */
export function CallPanel({ report, call, patient, isNext }: PanelProps) {
  const cache = useQueryClient()
  const box = useRef<HTMLElement>(null)
  const about = `call of ${report.id}`
  // Both survive an expired session, and the form also a closed dialog.
  const [isLogging, setLogging] = useTypedState(`${about}, dialog`, false)
  const [typed, setTyped] = useTypedState<TypedCall>(about, nothingTyped)
  const readAgain = () => void readCallsAgain(cache)
  useLeaveWarning(isTyped(typed))
  useCallOfOthers(report.id, call, readAgain)
  useFocusKept(box, isOpen(call))
  useFocusWhenNext(box, isNext && isOpen(call), call.openedAt)

  useEffect(() => {
    // The list of open calls leads here.
    if (location.hash === `#call-${report.id}`) box.current?.scrollIntoView()
  }, [report.id])

  return (
    <section
      ref={box}
      id={`call-${report.id}`}
      tabIndex={-1}
      aria-label={fill(copy.panelName, { test: report.test })}
      className="mb-4"
    >
      {isOpen(call) ? (
        <Open report={report} call={call} onLog={() => setLogging(true)} />
      ) : (
        <Ended report={report} call={call} onLog={() => setLogging(true)} />
      )}
      {isLogging ? (
        <Suspense>
          <CallDialog
            {...{ report, call, patient, typed }}
            onTyped={setTyped}
            onChanged={readAgain}
            onClose={() => setLogging(false)}
            onDone={() => {
              setTyped(nothingTyped)
              setLogging(false)
              readAgain()
            }}
          />
        </Suspense>
      ) : null}
    </section>
  )
}

/** Focuses the panel if its button had the focus and is gone. */
function useFocusKept(box: RefObject<HTMLElement | null>, isCallOpen: boolean): void {
  const wasOpen = useRef(isCallOpen)
  useEffect(() => {
    const hasEnded = wasOpen.current && !isCallOpen
    wasOpen.current = isCallOpen
    if (hasEnded && document.activeElement === document.body) box.current?.focus({ preventScroll: true })
  }, [box, isCallOpen])
}

/** Shows and focuses the panel of a call that has just begun: the button that began it is below a long table. */
function useFocusWhenNext(box: RefObject<HTMLElement | null>, isNext: boolean, openedAt: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a later call takes the focus again
  useEffect(() => {
    if (!isNext) return
    box.current?.scrollIntoView({ block: 'start' })
    box.current?.focus({ preventScroll: true })
  }, [box, isNext, openedAt])
}

type CallProps = { report: LabReport; call: CriticalCall; onLog: () => void }

function Open({ report, call, onLog }: CallProps) {
  const now = useNow(30_000)
  const mayRelease = report.may.includes('release')
  return (
    <div className="rounded-button border-error bg-error-tint border-l-6 p-4">
      <h3 className="text-error text-input flex items-start gap-3 font-semibold">
        <AlertIcon className="shrink-0" size={24} />
        {callTitle(call, now)}
      </h3>
      <p className="mt-1 flex flex-col sm:flex-row sm:items-baseline sm:gap-x-3 sm:pl-9">
        {/* The time that stays comes first, so that the clock moves nothing. */}
        <span className="figures">{dueWords(call, now)}</span>
        <b className="figures text-h3">{leftWords(call, now)}</b>
      </p>
      {isAboutEarlier(call, report.versions) ? <p className="sm:pl-9">{copy.earlierTitle}</p> : null}
      <p role="status" className="sr-only">
        {spokenWords(call, report.test, now)}
      </p>
      <div className="mt-3 flex flex-wrap items-start justify-between gap-x-8 gap-y-4 sm:pl-9">
        <Contacts contacts={call.contacts} />
        {report.may.includes('log_call') ? (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <LogButton report={report} look={mayRelease ? 'secondary' : 'primary'} onLog={onLog} />
            <p>{copy.logEachCall}</p>
          </div>
        ) : null}
      </div>
      {mayRelease ? <p className="mt-3 sm:pl-9">{copy.releaseNow}</p> : null}
      <div className="sm:pl-9">
        <Attempts call={call} now={now} />
      </div>
    </div>
  )
}

type LogButtonProps = Pick<CallProps, 'report' | 'onLog'> & { look: 'primary' | 'secondary' }

function LogButton({ report, look, onLog }: LogButtonProps) {
  return (
    <Button wide look={look} onClick={onLog}>
      {copy.logCall}
      <span className="sr-only"> {fill(copy.logCallAbout, { test: report.test })}</span>
    </Button>
  )
}

/** Whom the lab can call, each with a link that dials. */
function Contacts({ contacts }: Pick<CriticalCall, 'contacts'>) {
  return (
    <ul className="w-full space-y-2 sm:w-auto">
      {contacts.map((contact) => (
        <li
          key={`${contact.whom} ${contact.name} ${contact.phone}`}
          className="flex flex-wrap items-center justify-end gap-x-4 gap-y-1 sm:flex-row-reverse sm:flex-nowrap"
        >
          <span className="min-w-0 grow wrap-anywhere">{personWords(contact)}</span>
          <a className={`${buttonClass('secondary', true)} shrink-0`} href={dialled(contact.phone)}>
            <CallIcon />
            <span className="sr-only">{fill(copy.callPerson, { name: contact.name })} </span>
            <span className="figures">{shownPhone(contact.phone)}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

const looks = {
  good: { frame: 'bg-leaf-tint', ink: 'text-leaf', Icon: CheckCircleIcon },
  warn: { frame: 'bg-warn-tint', ink: 'text-warn', Icon: WarningIcon },
  plain: { frame: 'bg-sand', ink: 'text-ink', Icon: InfoIcon },
} as const

/** How the call ended. If it reached no one, a later call that reaches someone can be logged. */
function Ended({ report, call, onLog }: CallProps) {
  const now = useNow()
  const isEarlier = isAboutEarlier(call, report.versions)
  const { frame, ink, Icon } = looks[endLook(call, isEarlier)]
  const title = isEarlier ? copy.earlierTitle : call.state === 'not_reached' ? copy.notReachedTitle : null
  return (
    <div className={`rounded-button p-4 ${frame}`}>
      <div className="flex items-start gap-3">
        <Icon className={`mt-0.5 shrink-0 ${ink}`} />
        <div className="min-w-0">
          {title ? <p className={`font-semibold ${ink}`}>{title}</p> : null}
          <p className="wrap-anywhere">{endWords(call, now)}</p>
        </div>
      </div>
      {takesCall(report, call) ? (
        <div className="mt-3 space-y-3 pl-8">
          <p>{copy.keepTrying}</p>
          <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
            <Contacts contacts={call.contacts} />
            <LogButton report={report} look="secondary" onLog={onLog} />
          </div>
        </div>
      ) : null}
      <div className="-mb-2 pl-8">
        <Attempts call={call} now={now} />
      </div>
    </div>
  )
}

/** The logged attempts, in a disclosure. */
function Attempts({ call, now }: { call: CriticalCall; now: Date }) {
  if (call.attempts.length === 0) return null
  return (
    <details>
      <summary className="min-h-row cursor-pointer py-3 font-semibold">{attemptsWords(call, now)}</summary>
      <ol className="space-y-2 pb-2">
        {call.attempts.map((attempt) => (
          <li key={`${attempt.at} ${attempt.by}`} className="wrap-anywhere">
            {attemptWords(attempt, now)}
          </li>
        ))}
      </ol>
    </details>
  )
}
