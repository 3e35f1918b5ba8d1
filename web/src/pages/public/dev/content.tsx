import { type ReactNode, useState } from 'react'
import clipboard from '../../../components/art/clipboard.svg'
import { Banner, focusField } from '../../../components/banner.tsx'
import { Button } from '../../../components/button.tsx'
import { Card, Facts, Summary, Tag } from '../../../components/card.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { Drawer } from '../../../components/drawer.tsx'
import { Field } from '../../../components/field.tsx'
import { CheckIcon } from '../../../components/first-icons.tsx'
import { ClockIcon, InfoIcon, WarningIcon } from '../../../components/icons.tsx'
import { Flutter } from '../../../components/mark.tsx'
import { BackLink, Pagination, StickyBar } from '../../../components/navigation.tsx'
import { EmptyState, Skeleton, Trouble, Waiting } from '../../../components/states.tsx'
import { Timeline } from '../../../components/timeline.tsx'
import { toast } from '../../../lib/toast.ts'
import { Samples } from './samples.tsx'

/** Cards, price summaries, facts and tags. */
export function CardsSection() {
  return (
    <>
      <Samples
        of={{
          card: <Card>A white sheet on the paper ground.</Card>,
          'card with an edge of cloth, for money and proof': (
            <Card edge>
              <Summary
                lines={[
                  { label: 'Sub total', value: '₦12,500', hint: '2 tests' },
                  { label: 'Sample collection fee', value: '₦7,000' },
                ]}
                total={{ label: 'Total', value: '₦19,500' }}
              />
            </Card>
          ),
          facts: (
            <Card>
              <Facts
                lines={[
                  { label: 'Order', value: 'LB-7K2M-9QXD' },
                  { label: 'Lab', value: 'Ekanem-Udoh Medical Laboratory' },
                  { label: 'Day', value: 'Tuesday 31 March at 9:30 am' },
                ]}
              />
            </Card>
          ),
        }}
      />
      <Samples
        layout="row"
        of={{
          plain: <Tag>Pathology</Tag>,
          ok: tag('ok', CheckIcon, 'Paid'),
          warn: tag('warn', ClockIcon, 'Waiting for payment'),
          error: tag('error', WarningIcon, 'Not paid'),
          info: tag('info', InfoIcon, 'Scheduled'),
        }}
      />
    </>
  )
}

function tag(tone: 'ok' | 'warn' | 'error' | 'info', Icon: typeof CheckIcon, words: string): ReactNode {
  return (
    <Tag tone={tone} icon={<Icon size={16} />}>
      {words}
    </Tag>
  )
}

const messages = [
  ['ok', 'Your email is confirmed', 'Log in to continue.'],
  ['info', 'Before your test', 'Do not eat for 8 hours. Water is fine.'],
  ['warn', 'We are checking with your bank', 'Do not pay again.'],
  ['error', 'The payment did not go through', 'No money was taken. You can try again.'],
  ['offline', 'You are offline', 'What you have typed stays here.'],
] as const

/** Messages about a page or a part of it. */
export function MessagesSection() {
  const banners = messages.map(([tone, title, words]) => [
    tone,
    <Banner key={tone} tone={tone} title={title}>
      {words}
    </Banner>,
  ])
  return (
    <Samples
      of={{
        ...Object.fromEntries(banners),
        'the summary of a form that was refused (it takes the focus, so it is drawn still here)': (
          <div className="rounded-button border-error bg-card border-2 border-l-6 p-4">
            <p className="heading-small text-error">There is a problem</p>
            <button
              type="button"
              className="text-error min-h-row inline-flex items-center font-semibold underline"
              onClick={() => focusField('fields')}
            >
              Invalid email format
            </button>
          </div>
        ),
      }}
    />
  )
}

/** Loading, empty and failed states. */
export function StatesSection() {
  return (
    <Samples
      of={{
        'waiting: nothing for 300 ms, then this, after 8 s words': (
          <Waiting onRetry={() => undefined}>
            <span className="grid gap-3">
              <Skeleton className="h-8 w-2/3" />
              <Skeleton className="h-20 w-full" />
              <Skeleton className="h-6 w-1/2" />
            </span>
          </Waiting>
        ),
        empty: (
          <EmptyState title="No orders yet" picture={clipboard} action={<Button>Find a lab</Button>}>
            What you book shows here, from payment to result.
          </EmptyState>
        ),
        trouble: (
          <Trouble onRetry={() => undefined} reference="k3F9aQ2">
            No answer came. Your bookings and payments are safe.
          </Trouble>
        ),
      }}
    />
  )
}

const stages = [
  { title: 'Scheduled', words: 'The lab expects you on Tuesday 31 March at 9:30 am.' },
  { title: 'Sample Collected', words: 'Your sample was taken at 9:40 am.' },
  { title: 'Lab Processing', words: 'The lab is working on your sample.' },
  { title: 'Results Ready', words: 'Your result is ready.' },
] as const

/** The four stages with this many of them done. */
function timeline(done: number): ReactNode {
  const drawn = stages.map(({ title, words }, place) => {
    if (place === done) return { title, words, state: 'current' as const }
    return { title, state: place < done ? ('completed' as const) : ('upcoming' as const) }
  })
  return <Timeline label={`An order with ${done} of 4 stages done`} stages={drawn} />
}

/** Stages of an order, pages of a list, and bars. */
export function ProgressSection() {
  const [page, setPage] = useState(1)
  return (
    <>
      <Samples
        of={{
          'timeline, 0 of 4 done': timeline(0),
          'timeline, 2 of 4 done': timeline(2),
          'timeline, 4 of 4 done': timeline(4),
          'the way back': <BackLink to="/dev/design">All labs</BackLink>,
          pages: <Pagination page={page} pages={3} onPage={setPage} />,
          'pages, while the next one comes': (
            <Pagination page={2} pages={3} onPage={() => undefined} working />
          ),
        }}
      />
      <Samples
        layout="list"
        of={{
          "the bar at the bottom of a phone's screen": (
            <div className="overflow-hidden">
              <StickyBar always left={<b>₦12,500</b>} action={<Button>Proceed (2 tests)</Button>} />
            </div>
          ),
        }}
      />
    </>
  )
}

/** The overlays of a page: each is opened by its button. */
export function OverlaysSection() {
  const [open, setOpen] = useState<'dialog' | 'sheet' | 'drawer' | null>(null)
  const close = () => setOpen(null)
  const button = (words: string, onClick: () => void) => <Button onClick={onClick}>{words}</Button>
  return (
    <>
      <Samples
        layout="row"
        of={{
          dialog: button('Open a dialog', () => setOpen('dialog')),
          'wide, with a picture and actions': button('Open a wide dialog', () => setOpen('sheet')),
          drawer: button('Open the drawer', () => setOpen('drawer')),
        }}
      />
      <Samples
        layout="row"
        of={{
          done: button('Say it was done', () => toast.success('link copied to clipboard')),
          failed: button('Say it failed', () => toast.error('Unknown error')),
          'worth knowing': button('Say it is worth knowing', () => toast.info('Item removed from cart')),
          missing: button('Say what is missing', () => toast.warn('select a lab to continue')),
        }}
      />
      {open === 'dialog' ? (
        <Dialog title="Forgot your password?" onClose={close}>
          <Field label="Email" type="email" />
          <Button look="primary" wide onClick={close}>
            Verify
          </Button>
        </Dialog>
      ) : null}
      {open === 'sheet' ? (
        <Dialog
          wide
          title="Cancel this booking?"
          picture={<Flutter />}
          onClose={close}
          actions={
            <>
              <Button look="danger" onClick={close}>
                Yes, cancel it
              </Button>
              <Button onClick={close}>Keep it</Button>
            </>
          }
        >
          <p>Your cart is emptied, and you go back to the lab.</p>
        </Dialog>
      ) : null}
      {open === 'drawer' ? (
        <Drawer name="Menu" onClose={close}>
          <p className="pb-8">A panel from the right. Escape or a tap beside it closes it.</p>
        </Drawer>
      ) : null}
    </>
  )
}
