import type { ActiveLink } from '@labalaba/contract'
import { useState } from 'react'
import { Banner, focusField } from '../../components/banner.tsx'
import { Breakable } from '../../components/breakable.tsx'
import { Button } from '../../components/button.tsx'
import { Card, Facts, Summary, Tag } from '../../components/card.tsx'
import { Field } from '../../components/field.tsx'
import { LockIcon } from '../../components/icons.tsx'
import * as copy from '../../copy/payments.ts'
import * as shared from '../../copy/shared.ts'
import { useAct } from '../../lib/act.ts'
import { ApiFailure, failureWords, isOffline } from '../../lib/api.ts'
import { earningWords } from '../../lib/earning.ts'
import { fill, plural } from '../../lib/fill.ts'
import { dayAndTime, naira } from '../../lib/format.ts'
import { leaveToPay, useCameBack } from '../../lib/payment-departure.ts'
import { receiptProblem } from './policy.ts'
import { startByLink } from './queries.ts'

type PayPanelProps = {
  token: string
  link: ActiveLink
  /** The link has ended or is paid: read it again. */
  onEnded: () => void
}

const ended = new Set(['link_ended', 'already_paid', 'order_not_payable', 'slot_full'])

/** The items paid for, line by line. Test names appear only if the owner of the order chose so. */
function Price({ link }: { link: ActiveLink }) {
  const earning = earningWords(link)
  const tests = link.tests?.map(({ name, amount }) => ({ label: name, value: naira(amount) })) ?? [
    { label: plural(copy.tests, link.testCount), value: naira(link.subTotal) },
  ]
  return (
    <Card edge>
      <Summary
        lines={[...tests, { label: copy.collectionFee, value: naira(link.collectionFee) }]}
        total={{ label: copy.totalToPay, value: naira(link.total) }}
      />
      {earning ? <p className="text-small bg-sand rounded-field mt-4 px-4 py-3">{earning}</p> : null}
    </Card>
  )
}

/** Why the payment page did not open, and whether to retry. */
function NotStarted({ failure }: { failure: unknown }) {
  return (
    <Banner tone={isOffline(failure) ? 'warn' : 'error'} title={copy.notOpenedTitle} announce>
      <p>
        {isOffline(failure) ? shared.networkDropped : failureWords(failure)} {copy.notOpened}
      </p>
    </Banner>
  )
}

function usePaying({ token, link, onEnded }: PayPanelProps) {
  const act = useAct()
  const [leaving, setLeaving] = useState(false)
  const [email, setEmail] = useState('')
  const [left, setLeft] = useState(false)
  useCameBack(() => setLeaving(false))
  async function start(): Promise<void> {
    try {
      const url = await startByLink(token, email)
      setLeaving(true)
      leaveToPay(url)
    } catch (thrown) {
      if (!(thrown instanceof ApiFailure) || !ended.has(thrown.code)) throw thrown
      onEnded()
    }
  }
  function pay(): void {
    setLeft(true)
    if (receiptProblem(email)) focusField('receipt-email')
    else act.run(start)
  }
  const error = left ? receiptProblem(email) : null
  return { working: act.working || leaving, failure: act.failure, email, setEmail, error, setLeft, pay, link }
}

/** Others have taken the window of the home visit, so payment is not offered. */
function VisitTaken({ onAgain }: { onAgain: () => void }) {
  return (
    <Banner tone="warn" title={copy.visitTakenTitle}>
      <p>{copy.visitTaken}</p>
      <div className="pt-2">
        <Button wide onClick={onAgain}>
          {copy.checkAgain}
        </Button>
      </div>
    </Banner>
  )
}

/** The receipt's address, and a pay button with the total. */
function PayNow({ paying }: { paying: ReturnType<typeof usePaying> }) {
  return (
    <>
      <Field
        id="receipt-email"
        label={copy.receiptEmail}
        optional
        type="email"
        inputMode="email"
        autoComplete="email"
        spellCheck={false}
        maxLength={254}
        value={paying.email}
        error={paying.error}
        onText={paying.setEmail}
        onBlur={() => paying.setLeft(true)}
      />
      {paying.failure ? <NotStarted failure={paying.failure} /> : null}
      <div className="grid gap-3">
        <Button look="primary" wide working={paying.working} workingText={copy.opening} onClick={paying.pay}>
          {fill(copy.pay, { amount: naira(paying.link.total) })}
        </Button>
        <p className="text-small text-muted flex items-start gap-2">
          <LockIcon size={16} className="mt-0.5 md:mt-1" />
          <span>{copy.paystackNext}</span>
        </p>
      </div>
    </>
  )
}

/** The patient, the price, and a pay button with the total. No account is needed. */
export function PayPanel(props: PayPanelProps) {
  const { link } = props
  const paying = usePaying(props)
  return (
    <div className="space-y-6">
      <Price link={link} />
      {link.visitFull ? <VisitTaken onAgain={props.onEnded} /> : <PayNow paying={paying} />}
      <Card as="section" labelledBy="about">
        <h2 id="about" className="heading-small">
          {copy.aboutTitle}
        </h2>
        <Facts lines={factsOf(link)} />
        <p className="text-small text-muted border-hair border-t pt-4">
          {link.tests ? copy.resultsPrivate : `${copy.testsHidden} ${copy.resultsPrivate}`}
        </p>
      </Card>
    </div>
  )
}

function factsOf(link: ActiveLink) {
  return [
    { label: shared.patient, value: link.patientName },
    {
      label: shared.lab,
      value: (
        <>
          {link.lab}
          <span className="text-small text-muted block">{link.location}</span>
          {link.sampleData ? <Tag>{shared.sampleData}</Tag> : null}
        </>
      ),
    },
    {
      label: copy.sample,
      value: link.mode === 'walkin' ? copy.walkIn : copy.home,
    },
    { label: copy.orderId, value: <Breakable text={link.orderReference} /> },
    { label: copy.linkExpires, value: dayAndTime(link.expiresAt) },
  ]
}
