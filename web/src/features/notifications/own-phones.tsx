import { formatPhone, type NoticeChoices, type PhoneChannel } from '@labalaba/contract'
import { Button } from '../../components/button.tsx'
import * as copy from '../../copy/notifications.ts'
import * as shared from '../../copy/shared.ts'
import { fill, fillNodes } from '../../lib/fill.ts'
import { channelNames } from './policy.ts'

type OwnPhonesProps = {
  choices: NoticeChoices
  onChange: (channel: PhoneChannel) => void
  onRemove: (channel: PhoneChannel) => void
  /** The number that is being removed. */
  removing: PhoneChannel | null
}

/** The proven numbers, each with buttons to change and to remove it. */
export function OwnPhones({ choices, onChange, onRemove, removing }: OwnPhonesProps) {
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
