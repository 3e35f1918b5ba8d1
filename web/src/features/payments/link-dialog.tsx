import { normalisePhone } from '@labalaba/contract'
import { useState } from 'react'
import plane from '../../components/art/paper-plane.svg'
import { Banner, focusField } from '../../components/banner.tsx'
import { Breakable } from '../../components/breakable.tsx'
import { Button, LinkButton } from '../../components/button.tsx'
import { Facts } from '../../components/card.tsx'
import { CopyBox } from '../../components/copy-box.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { SendIcon } from '../../components/first-icons.tsx'
import { HandOn } from '../../components/hand-on.tsx'
import { PhoneField } from '../../components/phone-field.tsx'
import { Picture } from '../../components/states.tsx'
import { Timeline } from '../../components/timeline.tsx'
import * as copy from '../../copy/payments.ts'
import * as shared from '../../copy/shared.ts'
import { useAct } from '../../lib/act.ts'
import { failureWords } from '../../lib/api.ts'
import { fill, fillNodes, plural } from '../../lib/fill.ts'
import { dayAndTime, naira, phoneShown } from '../../lib/format.ts'
import { toast } from '../../lib/toast.ts'
import { emailProblem, mobileProblem, shareWords } from './policy.ts'
import { sendLink } from './queries.ts'

/** An order with its payment link, and the first suggestion for its recipient. `total` is in naira. */
export type LinkedOrder = {
  reference: string
  patientName: string
  email: string
  phone: string
  showTests: boolean
  tests: string[]
  lab: string
  location: string
  total: number
  /** `renewed`: it replaced an earlier link, which no longer works. */
  link: { url: string; expiresAt: string; renewed?: boolean }
}

type LinkDialogProps = { order: LinkedOrder; onClose: () => void }

/** The payment link: copy, share or mail it; then what happens next. */
export function LinkDialog({ order, onClose }: LinkDialogProps) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  if (sentTo !== null) return <LinkSent order={order} sentTo={sentTo} onClose={onClose} />
  return <LinkReady order={order} onClose={onClose} onSent={setSentTo} />
}

function useSending(order: LinkedOrder, onSent: (email: string) => void) {
  const act = useAct()
  const [email, setEmail] = useState(order.email)
  const [phone, setPhone] = useState(phoneShown(normalisePhone(order.phone)))
  const [left, setLeft] = useState({ email: false, phone: false })
  const errors = {
    email: left.email ? emailProblem(email) : null,
    phone: left.phone ? mobileProblem(phone) : null,
  }
  function send(): void {
    setLeft({ email: true, phone: true })
    const wrong = emailProblem(email) ? 'link-email' : mobileProblem(phone) ? 'link-phone' : null
    if (wrong) focusField(wrong)
    else act.run(mail)
  }
  async function mail(): Promise<void> {
    try {
      await sendLink(order, email, phone.trim() === '' ? '' : normalisePhone(phone))
    } catch (thrown) {
      toast.error(copy.linkFailed)
      throw thrown
    }
    toast.success(copy.linkShared)
    onSent(email.trim())
  }
  return { ...act, email, setEmail, phone, setPhone, errors, setLeft, left, send }
}

function NotSent({ failure }: { failure: unknown }) {
  return (
    <div className="basis-full">
      <Banner tone="error" title={copy.linkNotSent} announce>
        <p>{failureWords(failure)}</p>
        <p>{copy.linkStillWorks}</p>
      </Banner>
    </div>
  )
}

function LinkReady({ order, onClose, onSent }: LinkDialogProps & { onSent: (email: string) => void }) {
  const sending = useSending(order, onSent)
  const { left, setLeft } = sending
  const { url, expiresAt, renewed } = order.link
  return (
    <Dialog
      title={copy.linkTitle}
      onClose={onClose}
      actions={
        <>
          {sending.failure ? <NotSent failure={sending.failure} /> : null}
          <Button onClick={onClose}>{shared.cancel}</Button>
          <div className="grow sm:grow-0">
            <Button
              look="primary"
              wide
              working={sending.working}
              workingText={copy.linkSending}
              onClick={sending.send}
            >
              <SendIcon />
              {copy.linkSend}
            </Button>
          </div>
        </>
      }
    >
      <div className="space-y-3">
        <CopyBox
          id="payment-link"
          label={copy.linkLabel}
          value={url}
          what={copy.linkWhat}
          done={copy.linkCopied}
        />
        <p className="text-small text-muted">
          {renewed ? `${copy.linkEarlier} ` : ''}
          {fill(copy.linkExpiresOn, { time: dayAndTime(expiresAt) })}{' '}
          {order.showTests ? copy.linkShowsNames : plural(copy.linkShowsCount, order.tests.length)}
        </p>
        {/* The shared text has the total, and nothing about the patient or the tests. */}
        <HandOn words={shareWords(order.total, expiresAt, renewed)} url={url} phone={sending.phone} />
      </div>
      <Field
        id="link-email"
        label={copy.recipientLabel}
        type="email"
        inputMode="email"
        autoComplete="off"
        spellCheck={false}
        maxLength={254}
        value={sending.email}
        error={sending.errors.email}
        onText={sending.setEmail}
        onBlur={() => setLeft({ ...left, email: true })}
      />
      <PhoneField
        id="link-phone"
        label={copy.mobileLabel}
        hint={copy.mobileHint}
        optional
        autoComplete="off"
        value={sending.phone}
        error={sending.errors.phone}
        onText={sending.setPhone}
        onLeave={() => setLeft({ ...left, phone: true })}
      />
      <Facts
        lines={[
          { label: copy.orderId, value: <Breakable text={order.reference} /> },
          { label: copy.patientName, value: order.patientName },
          {
            label: copy.totalAmount,
            value: <b className="figures font-head text-figure">{naira(order.total)}</b>,
          },
        ]}
      />
    </Dialog>
  )
}

type LinkSentProps = { order: LinkedOrder; sentTo: string; onClose: () => void }

/** The link was mailed: to whom, how long it works, and what happens next. */
function LinkSent({ order, sentTo, onClose }: LinkSentProps) {
  return (
    <Dialog key="sent" title={copy.sentTitle} onClose={onClose} picture={<Picture src={plane} small />}>
      <div className="space-y-2">
        <p>
          {fillNodes(copy.sentTo, {
            email: (
              <b>
                <Breakable text={sentTo} />
              </b>
            ),
          })}
        </p>
        <p>{fill(copy.sentExpires, { time: dayAndTime(order.link.expiresAt) })}</p>
      </div>
      <div>
        <h3 className="heading-small mb-3">{copy.nextTitle}</h3>
        <Timeline
          label={copy.nextTitle}
          stages={[
            {
              title: copy.sentStepOpens,
              state: 'current',
              words: fill(copy.sentStepTotal, { total: naira(order.total) }),
            },
            {
              title: copy.sentStepConfirmed,
              state: 'upcoming',
              words: copy.sentStepTold,
            },
          ]}
        />
      </div>
      <div className="grid gap-3 sm:flex">
        <LinkButton look="primary" wide to="/" replace>
          {copy.sentHome}
        </LinkButton>
        <LinkButton wide to={`/orders/${order.reference}`} replace>
          {copy.seeOrder}
        </LinkButton>
      </div>
    </Dialog>
  )
}
