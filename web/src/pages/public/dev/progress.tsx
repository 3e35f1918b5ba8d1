import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { BackLink, Pagination, StickyBar } from '../../../components/navigation.tsx'
import { Timeline } from '../../../components/timeline.tsx'
import { Sample, Samples } from './sample.tsx'

const stages = [
  { title: 'Scheduled', words: 'The lab expects you on Tuesday 31 March at 9:30 am.' },
  { title: 'Sample Collected', words: 'Your sample was taken at 9:40 am.' },
  { title: 'Lab Processing', words: 'The lab is working on your sample.' },
  { title: 'Results Ready', words: 'Your result is ready.' },
] as const

/** The four stages with this many of them done. */
function at(done: number) {
  return stages.map(({ title, words }, place) => ({
    title,
    state:
      place < done ? ('completed' as const) : place === done ? ('current' as const) : ('upcoming' as const),
    ...(place === done ? { words } : {}),
  }))
}

/** Stages of an order, pages of a list, and bars. */
export function ProgressSection() {
  const [page, setPage] = useState(1)
  return (
    <>
      <Samples>
        {[0, 2, 4].map((done) => (
          <Sample key={done} name={`timeline, ${done} of 4 done`}>
            <Timeline label={`An order with ${done} of 4 stages done`} stages={at(done)} />
          </Sample>
        ))}
        <Sample name="the way back">
          <BackLink to="/dev/design">All labs</BackLink>
        </Sample>
        <Sample name="pages">
          <Pagination page={page} pages={3} onPage={setPage} />
        </Sample>
        <Sample name="pages, while the next one comes">
          <Pagination page={2} pages={3} onPage={() => undefined} working />
        </Sample>
      </Samples>
      <Sample name="the bar at the bottom of a phone's screen">
        <div className="overflow-hidden">
          <StickyBar always left={<b>₦12,500</b>} action={<Button>Proceed (2 tests)</Button>} />
        </div>
      </Sample>
    </>
  )
}
