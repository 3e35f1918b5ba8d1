import type { NoticeChannel, NoticeTopic, PhoneChannel } from '@labalaba/contract'
import { lazy, Suspense, useState } from 'react'
import { LinkButton } from '../../components/button.tsx'
import { DataSaver } from '../../components/data-saver.tsx'
import { Link } from '../../components/link.tsx'
import { NoAnswer, Skeleton, Waiting } from '../../components/states.tsx'
import * as copy from '../../copy/notifications.ts'
import * as shared from '../../copy/shared.ts'
import { OwnPhones } from '../../features/notifications/own-phones.tsx'
import { channelNames, provenPhone } from '../../features/notifications/policy.ts'
import { useNoticeChoices, useRemoval, useTurn } from '../../features/notifications/queries.ts'
import { TopicCards } from '../../features/notifications/topic-card.tsx'
import { fill } from '../../lib/fill.ts'
import { useProfile, useTitle } from '../../lib/hooks.ts'
import { needsPassword } from '../../lib/password-first.ts'
import { toast } from '../../lib/toast.ts'

const PhoneProof = lazy(async () => ({
  default: (await import('../../features/notifications/phone-proof.tsx')).PhoneProof,
}))

const PasswordAgain = lazy(async () => ({
  default: (await import('../../features/accounts/password-again.tsx')).PasswordAgain,
}))

/** The channel to be verified, and the topic that it was needed for. */
type Proving = { channel: PhoneChannel; topic: NoticeTopic | null }

/** How the account is notified about each topic: by mail, and optionally by messages to the phone. */
export function NoticesPage() {
  useTitle(copy.title)
  const isPatient = useProfile()?.type === 'user'
  const asked = useNoticeChoices()
  const password = usePasswordFirst()
  const turn = useTurn(password.onRefused)
  const removal = useRemoval(password.onRefused)
  const [proving, setProving] = useState<Proving | null>(null)
  const choices = asked.data?.data

  function turned(wanted: { topic: NoticeTopic; channel: NoticeChannel; on: boolean }): void {
    const { topic, channel, on } = wanted
    if (on && channel !== 'email' && choices && provenPhone(choices, channel) === null)
      setProving({ channel, topic })
    else turn.mutate(wanted)
  }

  function proven({ channel, topic }: Proving): void {
    setProving(null)
    toast.success(fill(copy.channelProven, { channel: channelNames[channel] }))
    if (topic) turn.mutate({ topic, channel, on: true })
  }

  return (
    <div className="page py-6 md:py-8">
      <div className="max-w-column mx-auto space-y-6">
        <div>
          <h1>{copy.title}</h1>
          <p className="text-muted mt-1">{copy.about}</p>
        </div>
        {choices ? (
          <>
            <TopicCards choices={choices} onTurned={turned} />
            <OwnPhones
              choices={choices}
              removing={removal.isPending ? (removal.variables ?? null) : null}
              onChange={(channel) => setProving({ channel, topic: null })}
              onRemove={(channel) => removal.mutate(channel)}
            />
            <p className="text-muted">{copy.alwaysByEmail}</p>
            {isPatient ? (
              <p>
                {copy.doctorBooked}{' '}
                <Link to="/settings/doctors" className="font-semibold">
                  {copy.chooseReaders}
                </Link>
              </p>
            ) : null}
          </>
        ) : asked.isError ? (
          <NoAnswer failure={asked.error} onRetry={() => void asked.refetch()} />
        ) : (
          <Waiting onRetry={() => void asked.refetch()}>
            <div className="space-y-6">
              <Skeleton className="h-84 w-full" />
              <Skeleton className="h-72 w-full" />
              <Skeleton className="h-72 w-full" />
            </div>
          </Waiting>
        )}
        <div className="-mx-3">
          <LinkButton to="/settings/logins" look="quiet">
            {copy.logins}
          </LinkButton>
        </div>
        <DataSaver />
      </div>
      {proving && choices ? (
        <Suspense>
          <PhoneProof
            key={proving.channel}
            channel={proving.channel}
            phone={provenPhone(choices, proving.channel) ?? choices.phone}
            onRefused={password.onRefused}
            onProven={() => proven(proving)}
            onClose={() => setProving(null)}
          />
        </Suspense>
      ) : null}
      {password.dialog}
    </div>
  )
}

/**
 * Opens the password dialog if the server requires a recent password, and then repeats the refused actions in their
 * order. Closing the dialog changes nothing.
 */
function usePasswordFirst() {
  const [waiting, setWaiting] = useState<readonly (() => void)[]>([])
  function onRefused(failure: unknown, again: () => void): boolean {
    if (!needsPassword(failure)) return false
    setWaiting((before) => [...before, again])
    return true
  }
  const dialog =
    waiting.length > 0 ? (
      <Suspense>
        <PasswordAgain
          says={copy.passwordFirst}
          button={shared.next}
          onClose={() => setWaiting([])}
          onGiven={() => {
            setWaiting([])
            for (const again of waiting) again()
          }}
        />
      </Suspense>
    ) : null
  return { onRefused, dialog }
}
