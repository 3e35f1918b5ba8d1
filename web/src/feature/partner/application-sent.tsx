import { brand } from '@labalaba/contract'
import { useEffect, useRef } from 'react'
import { Breakable } from '../../ui/breakable.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import { Timeline } from '../../ui/timeline.tsx'
import { type Application, kindWords } from './policy.ts'

function nextSteps({ kind, email, phone }: Application) {
  const told = {
    lab: 'We ask for your price list and check your registration with MLSCN.',
    pharmacy: 'We talk about how your customers could book tests.',
    phlebotomist: 'We talk about your training and the areas that you can reach.',
    doctor: 'We answer what you asked.',
  }[kind]
  return [
    { title: 'We have it', state: 'completed' as const, words: `A mail to ${email.trim()} says so too.` },
    {
      title: 'One of us reads it and contacts you',
      state: 'current' as const,
      words: `By mail, or by phone at ${phone.replaceAll(' ', '\u00a0')}.`,
    },
    { title: 'We agree how to work together', state: 'upcoming' as const, words: told },
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
            Thank you, we have your {kindWords[form.kind].thing}
          </h3>
          <p className="mt-1">You need do nothing more for now.</p>
        </div>
      </div>
      <Timeline label="What happens next" stages={nextSteps(form)} />
      {form.kind === 'doctor' ? (
        <LinkButton to="/auth/signup/doctor" wide>
          Open a doctor’s account
        </LinkButton>
      ) : null}
      <p className="text-small text-muted">
        Something to add? Write to{' '}
        <a href={`mailto:${brand.supportEmail}`}>
          <Breakable text={brand.supportEmail} />
        </a>
        .
      </p>
    </div>
  )
}
