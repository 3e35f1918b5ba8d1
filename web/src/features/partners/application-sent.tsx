import { brand } from '@labalaba/contract'
import { useEffect, useRef } from 'react'
import { Breakable } from '../../components/breakable.tsx'
import { LinkButton } from '../../components/button.tsx'
import { CheckIcon } from '../../components/icons.tsx'
import { Timeline } from '../../components/timeline.tsx'
import * as copy from '../../copy/partners.ts'
import { fill, fillNodes } from '../../lib/fill.ts'
import { type Application, kindWords } from './policy.ts'

function nextSteps({ kind, email, phone }: Application) {
  const told = {
    lab: copy.nextLab,
    pharmacy: copy.nextPharmacy,
    phlebotomist: copy.nextPhlebotomist,
    doctor: copy.nextDoctor,
  }[kind]
  return [
    {
      title: copy.nextReceived,
      state: 'completed' as const,
      words: fill(copy.nextReceivedSays, { email: email.trim() }),
    },
    {
      title: copy.nextContact,
      state: 'current' as const,
      words: fill(copy.nextContactSays, { phone: phone.replaceAll(' ', '\u00a0') }),
    },
    { title: copy.nextAgree, state: 'upcoming' as const, words: told },
  ]
}

/** The application has arrived: what happens next, and what to do now. Takes the focus, as the form is gone. */
export function ApplicationSent({ form }: { form: Application }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    title.current?.focus()
    title.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <div className="space-y-6">
      <div className="rounded-card bg-leaf-tint flex items-center gap-4 p-4 md:p-6">
        <span aria-hidden="true" className="drop bg-leaf text-card grid size-14 shrink-0 place-items-center">
          <CheckIcon size={28} strokeWidth={3} />
        </span>
        <div className="min-w-0">
          <h3 ref={title} tabIndex={-1} className="text-leaf">
            {kindWords[form.kind].thanks}
          </h3>
          <p className="mt-1">{copy.nothingToDo}</p>
        </div>
      </div>
      <Timeline label={copy.nextLabel} stages={nextSteps(form)} />
      {form.kind === 'doctor' ? (
        <LinkButton to="/auth/signup/doctor" wide>
          {copy.openDoctorAccount}
        </LinkButton>
      ) : null}
      <p className="text-small text-muted">
        {fillNodes(copy.somethingToAdd, {
          email: (
            <a href={`mailto:${brand.supportEmail}`}>
              <Breakable text={brand.supportEmail} />
            </a>
          ),
        })}
      </p>
    </div>
  )
}
