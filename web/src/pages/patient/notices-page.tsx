import {
  formatPhone,
  type NoticeChannel,
  type NoticeChoices,
  type NoticeTopic,
  noticeTopics,
  type PhoneChannel,
} from '@labalaba/contract'
import { lazy, Suspense, useState } from 'react'
import { Breakable } from '../../components/breakable.tsx'
import { Button, LinkButton } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Switch } from '../../components/choices.tsx'
import { DataSaver } from '../../components/data-saver.tsx'
import { Link } from '../../components/link.tsx'
import { NotLoaded } from '../../components/not-loaded.tsx'
import { Skeleton } from '../../components/states.tsx'
import * as copy from '../../copy/notifications.ts'
import * as shared from '../../copy/shared.ts'
import {
  channelNames,
  channelsOffered,
  isLast,
  provenPhone,
  topicWords,
  whereTo,
} from '../../features/notifications/policy.ts'
import { useNoticeChoices, useRemoval, useTurn } from '../../features/notifications/queries.ts'
import { fill, fillNodes } from '../../lib/fill.ts'
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
  const query = useNoticeChoices()
  const password = usePasswordFirst()
  const turn = useTurn(password.onRefused)
  const removal = useRemoval(password.onRefused)
  const [proving, setProving] = useState<Proving | null>(null)
  const choices = query.data?.data

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
        ) : (
          <NotLoaded failure={query.error} onRetry={() => void query.refetch()}>
            <div className="space-y-6">
              <Skeleton className="h-84 w-full" />
              <Skeleton className="h-72 w-full" />
              <Skeleton className="h-72 w-full" />
            </div>
          </NotLoaded>
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

type OwnPhonesProps = {
  choices: NoticeChoices
  onChange: (channel: PhoneChannel) => void
  onRemove: (channel: PhoneChannel) => void
  /** The number that is being removed. */
  removing: PhoneChannel | null
}

/** The proven numbers, each with buttons to change and to remove it. */
function OwnPhones({ choices, onChange, onRemove, removing }: OwnPhonesProps) {
  const proven = choices.phones.filter(({ phone }) => phone !== null)
  if (proven.length === 0) return null
  return (
    <section aria-labelledby="own-phones">
      <h2 id="own-phones" className="heading-small">
        {copy.yourPhone}
      </h2>
      <ul className="divide-hair mt-1 divide-y">
        {proven.map(({ channel, phone }) => (
          <li key={channel} className="flex min-h-14 flex-wrap items-center justify-between gap-x-4">
            <span>
              {fillNodes(copy.channelTo, {
                channel: channelNames[channel],
                phone: <b className="whitespace-nowrap">{formatPhone(phone ?? '')}</b>,
              })}
            </span>
            <span className="-mx-3 flex flex-wrap">
              <Button
                look="quiet"
                onClick={() => onChange(channel)}
                aria-label={fill(copy.changeNumber, { channel: channelNames[channel] })}
              >
                {shared.change}
              </Button>
              <Button
                look="quiet"
                working={removing === channel}
                onClick={() => onRemove(channel)}
                aria-label={fill(copy.removeNumber, { channel: channelNames[channel] })}
              >
                {shared.remove}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

type TopicCardsProps = {
  choices: NoticeChoices
  onTurned: (turn: { topic: NoticeTopic; channel: NoticeChannel; on: boolean }) => void
}

/** Each topic with its description, and a switch per channel. */
function TopicCards({ choices, onTurned }: TopicCardsProps) {
  return noticeTopics.map((topic) => {
    const on = choices.topics.find((one) => one.topic === topic)?.on ?? []
    const { title, about } = topicWords[topic]
    return (
      <Card key={topic} as="section" labelledBy={`topic-${topic}`}>
        <h2 id={`topic-${topic}`} className="heading-small">
          {title}
        </h2>
        <p className="text-muted mt-1">{about}</p>
        {/* biome-ignore lint/a11y/useSemanticElements: the heading names the group, and a legend cannot be one */}
        <div role="group" aria-labelledby={`topic-${topic}`} className="divide-hair mt-3 divide-y">
          {channelsOffered(choices).map((channel) => (
            <div key={channel} className="py-1 *:flex *:min-h-14 *:w-full *:justify-between *:gap-4">
              <Switch
                on={on.includes(channel)}
                describedBy={isLast(choices, topic, channel) ? `last-${topic}` : undefined}
                onTurned={(wanted) => onTurned({ topic, channel, on: wanted })}
              >
                <span className="min-w-0">
                  <span className="text-input block">{channelNames[channel]}</span>{' '}
                  <span className="text-muted block font-normal">
                    <Breakable text={whereTo(choices, channel)} />
                  </span>
                </span>
              </Switch>
            </div>
          ))}
        </div>
        <p id={`last-${topic}`} hidden>
          {copy.onlyWay}
        </p>
      </Card>
    )
  })
}
