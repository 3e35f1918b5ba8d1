import clipboard from '../../../components/art/clipboard.svg'
import { Banner, focusField } from '../../../components/banner.tsx'
import { Button } from '../../../components/button.tsx'
import { EmptyState, Skeleton, Trouble, Waiting } from '../../../components/states.tsx'
import { Sample, Samples } from './sample.tsx'

/** Messages about a page or a part of it. */
export function MessagesSection() {
  return (
    <Samples>
      <Sample name="ok">
        <Banner tone="ok" title="Your email is confirmed">
          Log in to continue.
        </Banner>
      </Sample>
      <Sample name="info">
        <Banner title="Before your test">Do not eat for 8 hours. Water is fine.</Banner>
      </Sample>
      <Sample name="warn">
        <Banner tone="warn" title="We are checking with your bank">
          Do not pay again.
        </Banner>
      </Sample>
      <Sample name="error">
        <Banner tone="error" title="The payment did not go through">
          No money was taken. You can try again.
        </Banner>
      </Sample>
      <Sample name="offline">
        <Banner tone="offline" title="You are offline">
          What you have typed stays here.
        </Banner>
      </Sample>
      <Sample name="the summary of a form that was refused (it takes the focus, so it is drawn still here)">
        <ProblemPicture />
      </Sample>
    </Samples>
  )
}

function ProblemPicture() {
  return (
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
  )
}

/** Loading, empty and failed states. */
export function StatesSection() {
  return (
    <Samples>
      <Sample name="waiting: nothing for 300 ms, then this, after 8 s words">
        <Waiting onRetry={() => undefined}>
          <span className="grid gap-3">
            <Skeleton className="h-8 w-2/3" />
            <Skeleton className="h-20 w-full" />
            <Skeleton className="h-6 w-1/2" />
          </span>
        </Waiting>
      </Sample>
      <Sample name="empty">
        <EmptyState
          headingLevel="h2"
          title="No orders yet"
          picture={clipboard}
          action={<Button>Find a lab</Button>}
        >
          What you book shows here, from payment to result.
        </EmptyState>
      </Sample>
      <Sample name="trouble">
        <Trouble onRetry={() => undefined} reference="k3F9aQ2">
          No answer came. Your bookings and payments are safe.
        </Trouble>
      </Sample>
    </Samples>
  )
}
