import { useState } from 'react'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { SelectField } from '../../components/select-field.tsx'
import * as shared from '../../copy/shared.ts'
import * as copy from '../../copy/wallet.ts'
import { useAct } from '../../lib/act.ts'
import { failureWords, isOffline } from '../../lib/api.ts'
import { daysOf, type SpanName } from './policy.ts'
import { saveStatement } from './queries.ts'

const spans: readonly { value: SpanName; label: string }[] = [
  { value: 'this month', label: copy.thisMonth },
  { value: 'last month', label: copy.lastMonth },
  { value: 'three months', label: copy.threeMonths },
  { value: 'a year', label: copy.twelveMonths },
]

/** Saves the statement of some months, day by day, as a file. */
export function StatementFile() {
  const act = useAct()
  const [span, setSpan] = useState<SpanName>('this month')
  return (
    <Card as="section" labelledBy="statement">
      <h2 id="statement" className="heading-small">
        {copy.statement}
      </h2>
      <p className="text-small text-muted mt-1 mb-4">{copy.statementSays}</p>
      <SelectField
        label={copy.whichMonths}
        value={span}
        options={spans}
        onChosen={(value) => setSpan(spans.find((one) => one.value === value)?.value ?? 'this month')}
      />
      <div className="mt-4 grid">
        <Button
          working={act.working}
          workingText={copy.fileLoading}
          onClick={() => act.run(() => saveStatement(daysOf(span, new Date())))}
        >
          {copy.downloadCsv}
        </Button>
      </div>
      {act.failure ? (
        <div className="mt-4">
          <Banner tone={isOffline(act.failure) ? 'warn' : 'error'} title={copy.fileFailed} announce>
            <p>
              {isOffline(act.failure) ? shared.networkDropped : failureWords(act.failure)} {copy.canTryAgain}
            </p>
          </Banner>
        </div>
      ) : null}
    </Card>
  )
}
