import { brand } from '@labalaba/contract'
import { useEffect, useState } from 'react'
import { DeleteForm } from '../feature/account/delete-form.tsx'
import type { Erased } from '../feature/account/queries.ts'
import { useProfile, useSignedIn, useTitle } from '../lib/hooks.ts'
import { LinkButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Link } from '../ui/link.tsx'
import { AdireBand } from '../ui/mark.tsx'
import { EmptyState } from '../ui/states.tsx'
import { Part, Points } from './legal/prose.tsx'

const deleted = [
  'Your name, phone number, address, username and email. The same email can open a new account at any time.',
  'Your password, and every device that is signed in.',
  'Your saved labs, and a booking that you have begun and not sent.',
  'Bookings that are not paid are cancelled, and their payment links stop working.',
]

const kept = [
  'Paid bookings with the patient’s details, for six years, because the law asks us to keep health and money records. They are no longer tied to your name or your email as the owner of an account.',
  'The amounts, times and references of payments, for the same years and the same reason.',
]

const waits = [
  'While a booking is paid and its result is not ready yet.',
  'While we hold money of yours, are sending it back to you, or owe you earnings.',
]

function SignedOut() {
  return (
    <>
      <p>Sign in first, so that we know that the account is yours. Then this page asks for your password.</p>
      <div className="mt-6">
        <LinkButton look="primary" wide to="/auth/login" state={{ from: '/delete-account' }}>
          Login
        </LinkButton>
      </div>
      <p className="text-muted mt-6">
        You cannot sign in? Write to <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a> from
        the email of the account.
      </p>
    </>
  )
}

/** Redirects to the deletion form of an operator who has one elsewhere. */
function Elsewhere({ link }: { link: string }) {
  useEffect(() => location.replace(link), [link])
  return (
    <div className="page py-12">
      <a href={link} rel="noreferrer">
        Go to the form for deleting an account
      </a>
    </div>
  )
}

function Done({ how }: { how: Erased }) {
  return (
    <div className="page py-8">
      <EmptyState
        headingLevel="h1"
        title={how === 'surely' ? 'Your account is deleted' : 'Your account seems to be deleted'}
        action={
          <LinkButton look="primary" wide to="/">
            Back Home
          </LinkButton>
        }
      >
        {how === 'surely' ? (
          'You are signed out everywhere. One last mail confirms it.'
        ) : (
          <>
            The answer to your first try was lost on its way, and you are signed out now, as happens when an
            account is deleted. One last mail confirms it. Did none come? Then{' '}
            <Link to="/auth/login" state={{ from: '/delete-account' }}>
              Login
            </Link>{' '}
            and try again.
          </>
        )}
      </EmptyState>
    </div>
  )
}

/** What deleting an account does and does not do, and how to do it. */
export function DeleteAccountPage() {
  useTitle('Delete your account')
  const signedIn = useSignedIn()
  const profile = useProfile()
  const [done, setDone] = useState<Erased | null>(null)
  if (brand.deletionFormLink !== '') return <Elsewhere link={brand.deletionFormLink} />
  if (done) return <Done how={done} />
  return (
    <>
      <AdireBand cloth="lines" />
      <div className="page grid items-start gap-x-12 pt-6 pb-12 md:pt-12 md:pb-16 lg:grid-cols-[minmax(0,1fr)_26rem]">
        <div>
          <h1>Delete your account</h1>
          <p className="max-w-words mt-4">
            You can delete your {brand.name} account here, at once and for good. This is what happens.
          </p>
          <Part title="What is deleted">
            <Points>{deleted}</Points>
          </Part>
          <Part title="What must be kept, and why">
            <Points>{kept}</Points>
          </Part>
          <Part title="When it has to wait">
            <Points>{waits}</Points>
          </Part>
        </div>
        <section aria-labelledby="delete" className="mt-8 lg:sticky lg:top-24 lg:mt-0">
          <Card edge>
            <h2 id="delete" className="mb-4">
              {signedIn ? 'Delete it now' : 'Is it your account?'}
            </h2>
            {signedIn ? <DeleteForm email={profile?.email ?? ''} onDeleted={setDone} /> : <SignedOut />}
          </Card>
        </section>
      </div>
    </>
  )
}
