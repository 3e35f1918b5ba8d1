import { useState } from 'react'
import { useAct } from '../../lib/act.ts'
import { failureWords, isOffline } from '../../lib/api.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { daysOf, type SpanName } from './policy.ts'
import { saveStatement } from './queries.ts'

const spans: readonly { value: SpanName; label: string }[] = [
  { value: 'this month', label: 'This month' },
  { value: 'last month', label: 'Last month' },
  { value: 'three months', label: 'This month and the two before' },
  { value: 'a year', label: 'The last twelve months' },
]

/** Saves the statement of some months, day by day, as a file. */
export function StatementFile() {
  const act = useAct()
  const [span, setSpan] = useState<SpanName>('this month')
  return (
    <Card as="section" labelledBy="statement">
      <h2 id="statement" className="heading-small">
        Statement
      </h2>
      <p className="text-small text-muted mt-1 mb-4">
        Every movement, day by day, with what each day opened and closed with. A CSV file, for a spreadsheet.
      </p>
      <SelectField
        label="Which months"
        value={span}
        options={spans}
        onChosen={(value) => setSpan(spans.find((one) => one.value === value)?.value ?? 'this month')}
      />
      <div className="mt-4 grid">
        <Button
          working={act.working}
          workingText="Fetching the file…"
          onClick={() => act.run(() => saveStatement(daysOf(span, new Date())))}
        >
          Download CSV
        </Button>
      </div>
      {act.failure ? (
        <div className="mt-4">
          <Banner tone={isOffline(act.failure) ? 'warn' : 'error'} title="The file did not come" announce>
            <p>
              {isOffline(act.failure) ? 'Your network may have dropped.' : failureWords(act.failure)} You can
              try again.
            </p>
          </Banner>
        </div>
      ) : null}
    </Card>
  )
}
