import { type CriticalCall, flagWords, type LabReport } from '@labalaba/contract'
import { useEffect, useRef } from 'react'
import { ActDialog } from '../../../components/act-dialog.tsx'
import { Banner } from '../../../components/banner.tsx'
import { Button } from '../../../components/button.tsx'
import { Checkbox, RadioCard } from '../../../components/choices.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { Field, GroupFrame } from '../../../components/field.tsx'
import { PhoneField } from '../../../components/phone-field.tsx'
import * as copy from '../../../copy/critical-calls.ts'
import * as shared from '../../../copy/shared.ts'
import { fill } from '../../../lib/fill.ts'
import { useNow } from '../../../lib/now.ts'
import { type CallForm, idOf, useCallForm } from './call-form.ts'
import { type Choice, endWords, isOpen, isSentOne, personWords, takesCall, valuesToTell } from './policy.ts'

type DialogProps = Omit<Parameters<typeof useCallForm>[0], 'report'> & {
  report: LabReport
  onClose: () => void
}

/** Logs one telephone call about a critical result. If the call has ended meanwhile, it shows how instead. */
export function CallDialog({ onClose, ...given }: DialogProps) {
  const { report, call, patient } = given
  const form = useCallForm(given)
  const top = useRef<HTMLDivElement>(null)
  const { failure } = form.act
  useEffect(() => {
    // On a phone the form is longer than the screen, and a failure is shown at its top.
    if (failure) top.current?.scrollIntoView({ block: 'center' })
  }, [failure])
  const isOwn = call.attempts.some((attempt) => isSentOne(attempt, given.typed.sent))
  if (!form.act.working && (!takesCall(report, call) || (isOwn && !isOpen(call))))
    return (
      <Ended
        call={call}
        note={form.typed.note.trim()}
        isOwn={isOwn}
        onClose={isOwn ? given.onDone : onClose}
      />
    )
  const isEnding = form.typed.end && form.typed.reached === 'no' && call.mayEnd
  return (
    <ActDialog
      title={copy.logCall}
      wide
      button={isEnding ? copy.logAndEnd : copy.logThisCall}
      workingText={copy.logging}
      act={form.isChanged ? { working: form.act.working, failure: null } : form.act}
      failed={{ title: copy.notLogged, offline: copy.notLoggedNoAnswer }}
      onDo={form.send}
      onClose={onClose}
    >
      {form.isChanged ? (
        <Banner tone="warn" title={copy.notLogged} announce>
          <p>{copy.changedSays}</p>
        </Banner>
      ) : null}
      <div ref={top}>
        <ToTell report={report} call={call} patient={patient} />
      </div>
      <Whom form={form} />
      <Outcome form={form} call={call} />
      <Field
        id={idOf('note')}
        label={copy.noteLabel}
        hint={copy.noteHint}
        optional
        autoComplete="off"
        maxLength={300}
        value={form.typed.note}
        onText={(note) => form.type({ note })}
        error={form.wrong('note')}
      />
    </ActDialog>
  )
}

/** The values to say on the phone, and to have read back. */
function ToTell({ report, call, patient }: Pick<DialogProps, 'report' | 'call' | 'patient'>) {
  return (
    <div className="rounded-button bg-sand p-4">
      <p>
        <b>{patient.name}</b> · {report.test}
      </p>
      <ul>
        {valuesToTell(report.versions, call).map(({ position, name, value, unit, flag }) => (
          <li key={position}>
            {name}:{' '}
            <b className="figures">
              {value} {unit}
            </b>
            {flag ? <> ({flagWords[flag]})</> : null}
          </li>
        ))}
      </ul>
    </div>
  )
}

const labels = { guardian: copy.whomGuardian, other: copy.whomOther } as const

function choiceLabel(choice: Choice): string {
  if (choice.key === 'guardian' || choice.key === 'other') return labels[choice.key]
  return personWords(choice)
}

function Whom({ form }: { form: CallForm }) {
  const { typed, choices, person } = form
  return (
    <>
      <GroupFrame id={idOf('whom')} label={copy.whomLabel} error={form.wrong('whom')}>
        <div className="grid gap-2 sm:grid-cols-2">
          {choices.map((choice) => (
            <RadioCard
              key={choice.key}
              name="call-whom"
              value={choice.key}
              title={choiceLabel(choice)}
              checked={typed.choice === choice.key}
              onChosen={(chosen) => form.type({ choice: chosen })}
            >
              {choice.key === 'other' ? copy.whomOtherHint : null}
            </RadioCard>
          ))}
        </div>
      </GroupFrame>
      {typed.choice === '' ? null : (
        <div className="grid items-end gap-x-4 gap-y-6 sm:grid-cols-2">
          <Field
            id={idOf('name')}
            label={copy.nameLabel}
            autoComplete="off"
            maxLength={100}
            value={person.name}
            onText={(name) => form.typePerson({ name })}
            error={form.wrong('name')}
          />
          <PhoneField
            id={idOf('phone')}
            label={copy.phoneLabel}
            hint=""
            autoComplete="off"
            maxLength={30}
            value={person.phone}
            onText={(phone) => form.typePerson({ phone })}
            error={form.wrong('phone')}
          />
        </div>
      )}
    </>
  )
}

function Outcome({ form, call }: { form: CallForm; call: CriticalCall }) {
  const { typed } = form
  return (
    <div className="grid items-start gap-x-4 gap-y-6 sm:grid-cols-2">
      <YesOrNo
        field="reached"
        label={copy.reachedLabel}
        value={typed.reached}
        error={form.wrong('reached')}
        onChosen={(reached) => form.type({ reached })}
      />
      {typed.reached === 'yes' ? (
        <YesOrNo
          field="readBack"
          label={copy.readBackLabel}
          hint={typed.choice === 'other' ? copy.whomOtherHint : copy.readBackHint}
          value={typed.readBack}
          error={form.wrong('readBack')}
          onChosen={(readBack) => form.type({ readBack })}
        />
      ) : null}
      {typed.reached === 'no' && call.mayEnd ? (
        <div className="sm:col-span-2">
          <Checkbox checked={typed.end} onChecked={(end) => form.type({ end })}>
            <b>{copy.endCall}</b>
            <span className="text-muted block">{copy.endCallSays}</span>
          </Checkbox>
        </div>
      ) : null}
    </div>
  )
}

type YesOrNoProps = {
  field: 'reached' | 'readBack'
  label: string
  hint?: string
  value: string
  error: string | null
  onChosen: (value: 'yes' | 'no') => void
}

function YesOrNo({ field, label, hint, value, error, onChosen }: YesOrNoProps) {
  return (
    <GroupFrame id={idOf(field)} label={label} hint={hint} error={error}>
      <div className="grid grid-cols-2 gap-2">
        {(['yes', 'no'] as const).map((one) => (
          <RadioCard
            key={one}
            name={`call-${field}`}
            value={one}
            title={one === 'yes' ? copy.reachedYes : copy.reachedNo}
            checked={value === one}
            onChosen={() => onChosen(one)}
          />
        ))}
      </div>
    </GroupFrame>
  )
}

type EndedProps = Pick<DialogProps, 'call' | 'onClose'> & { note: string; isOwn: boolean }

/** The call has ended while the dialog was open: by someone else, or by this form if the answer was lost. */
function Ended({ call, note, isOwn, onClose }: EndedProps) {
  const now = useNow()
  return (
    <Dialog
      title={isOwn ? copy.logged : call.state === 'void' ? copy.notNeeded : copy.alreadyLogged}
      onClose={onClose}
      actions={
        <Button wide look="primary" onClick={onClose}>
          {shared.close}
        </Button>
      }
    >
      <p role="status">{endWords(call, now)}</p>
      {isOwn || note === '' ? null : <p>{fill(copy.notStored, { note })}</p>}
    </Dialog>
  )
}
