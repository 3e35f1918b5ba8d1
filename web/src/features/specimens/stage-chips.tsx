import { type WorkStage, workStages } from '@labalaba/contract'
import { Chip, ChipRow } from '../../components/choices.tsx'
import * as copy from '../../copy/specimens.ts'
import { stageWords } from './policy.ts'

type StageChipsProps = {
  /** Null while a search covers every stage. */
  stage: WorkStage | null
  counts: Partial<Record<WorkStage, number>>
  onStage: (stage: WorkStage) => void
}

/** The stages of a lab's work, each with its number of orders. */
export function StageChips({ stage, counts, onStage }: StageChipsProps) {
  return (
    <ChipRow label={copy.stageLabel}>
      {workStages.map((one) => (
        <Chip key={one} pressed={one === stage} onPressed={() => onStage(one)}>
          {stageWords[one].title}
          {counts[one] === undefined ? null : (
            <span className="figures text-muted font-normal">{counts[one]}</span>
          )}
        </Chip>
      ))}
    </ChipRow>
  )
}
