import { Card, Facts, Summary, Tag } from '../../../components/card.tsx'
import { CheckIcon, ClockIcon, InfoIcon, WarningIcon } from '../../../components/icons.tsx'
import { Sample, Samples, SmallSamples } from './sample.tsx'

/** Cards, price summaries, facts and tags. */
export function CardsSection() {
  return (
    <>
      <Samples>
        <Sample name="card">
          <Card>A white sheet on the paper ground.</Card>
        </Sample>
        <Sample name="card with an edge of cloth, for money and proof">
          <Card edge>
            <Summary
              lines={[
                { label: 'Sub total', value: '₦12,500', hint: '2 tests' },
                { label: 'Sample collection fee', value: '₦7,000' },
              ]}
              total={{ label: 'Total', value: '₦19,500' }}
            />
          </Card>
        </Sample>
        <Sample name="facts">
          <Card>
            <Facts
              lines={[
                { label: 'Order', value: 'LB-7K2M-9QXD' },
                { label: 'Lab', value: 'Ekanem-Udoh Medical Laboratory' },
                { label: 'Day', value: 'Tuesday 31 March at 9:30 am' },
              ]}
            />
          </Card>
        </Sample>
      </Samples>
      <SmallSamples>
        <Sample name="plain">
          <Tag>Pathology</Tag>
        </Sample>
        <Sample name="ok">
          <Tag tone="ok" icon={<CheckIcon size={16} />}>
            Paid
          </Tag>
        </Sample>
        <Sample name="warn">
          <Tag tone="warn" icon={<ClockIcon size={16} />}>
            Waiting for payment
          </Tag>
        </Sample>
        <Sample name="error">
          <Tag tone="error" icon={<WarningIcon size={16} />}>
            Not paid
          </Tag>
        </Sample>
        <Sample name="info">
          <Tag tone="info" icon={<InfoIcon size={16} />}>
            Scheduled
          </Tag>
        </Sample>
      </SmallSamples>
    </>
  )
}
