import { brand } from '@labalaba/contract'
import { useEffect, useState } from 'react'
import { LinkButton } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Link } from '../../components/link.tsx'
import { AdireBand } from '../../components/mark.tsx'
import { EmptyState } from '../../components/states.tsx'
import * as shared from '../../copy/shared.ts'
import * as copy from '../../copy/site.ts'
import { DeleteForm } from '../../features/accounts/delete-form.tsx'
import type { Erased } from '../../features/accounts/queries.ts'
import { fillNodes } from '../../lib/fill.ts'
import { useProfile, useSignedIn, useTitle } from '../../lib/hooks.ts'
import { Part, Points } from './legal/prose.tsx'

const parts = [
  [copy.deletedPart, [copy.deletedDetails, copy.deletedLogin, copy.deletedDraft, copy.deletedUnpaid]],
  [copy.keptPart, [copy.keptBookings, copy.keptPayments]],
  [copy.waitsPart, [copy.waitsForResult, copy.waitsForMoney]],
] as const

function SignedOut() {
  return (
    <>
      <p>{copy.deleteSignIn}</p>
      <div className="mt-6">
        <LinkButton look="primary" wide to="/auth/login" state={{ from: '/delete-account' }}>
          {shared.login}
        </LinkButton>
      </div>
      <p className="text-muted mt-6">
        {fillNodes(copy.deleteNoSignIn, {
          email: <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>,
        })}
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
        {copy.deleteElsewhere}
      </a>
    </div>
  )
}

function Done({ how }: { how: Erased }) {
  return (
    <div className="page py-8">
      <EmptyState
        headingLevel="h1"
        title={how === 'surely' ? copy.deletedTitle : copy.deletedMaybeTitle}
        action={
          <LinkButton look="primary" wide to="/">
            {copy.backHome}
          </LinkButton>
        }
      >
        {how === 'surely'
          ? copy.deletedSurely
          : fillNodes(copy.deletedMaybe, {
              login: (
                <Link to="/auth/login" state={{ from: '/delete-account' }}>
                  {shared.login}
                </Link>
              ),
            })}
      </EmptyState>
    </div>
  )
}

/** What deleting an account does and does not do, and how to do it. */
export function DeleteAccountPage() {
  useTitle(copy.deleteTitle)
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
          <h1>{copy.deleteTitle}</h1>
          <p className="max-w-words mt-4">{copy.deleteIntro}</p>
          {parts.map(([title, points]) => (
            <Part key={title} title={title}>
              <Points>{points}</Points>
            </Part>
          ))}
        </div>
        <section aria-labelledby="delete" className="mt-8 lg:sticky lg:top-24 lg:mt-0">
          <Card edge>
            <h2 id="delete" className="mb-4">
              {signedIn ? copy.deleteNow : copy.deleteWhose}
            </h2>
            {signedIn ? <DeleteForm email={profile?.email ?? ''} onDeleted={setDone} /> : <SignedOut />}
          </Card>
        </section>
      </div>
    </>
  )
}
