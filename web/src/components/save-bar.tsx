import * as copy from '../copy/components.ts'
import * as shared from '../copy/shared.ts'
import { Button } from './button.tsx'

type SaveBarProps = {
  /** The label of the button, such as "Save the hours". */
  save: string
  working: boolean
  /** There are changes that could be undone. */
  touched: boolean
  /** Some of the input is invalid. */
  wrong: boolean
  onSave: () => void
  onUndo: () => void
}

/** The end of a long form: saves it or undoes the changes, and shows where to look if something is wrong. */
export function SaveBar({ save, working, touched, wrong, onSave, onUndo }: SaveBarProps) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button look="primary" wide working={working} workingText={shared.saving} onClick={onSave}>
        {save}
      </Button>
      {touched ? (
        <Button look="quiet" wide onClick={onUndo}>
          {copy.undoChanges}
        </Button>
      ) : null}
      {wrong ? (
        <p role="alert" className="text-error font-semibold">
          {copy.somethingWrong}
        </p>
      ) : null}
    </div>
  )
}
