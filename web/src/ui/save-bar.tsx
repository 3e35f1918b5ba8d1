import { Button } from './button.tsx'

type SaveBarProps = {
  /** What the button says, such as "Save the hours". */
  save: string
  working: boolean
  /** Something is typed that could be undone. */
  touched: boolean
  /** Something of it is not right. */
  wrong: boolean
  onSave: () => void
  onUndo: () => void
}

/** The end of a long form: saves it, or takes back what was changed, and says where to look if something is wrong. */
export function SaveBar({ save, working, touched, wrong, onSave, onUndo }: SaveBarProps) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button look="primary" wide working={working} workingText="Saving" onClick={onSave}>
        {save}
      </Button>
      {touched ? (
        <Button look="quiet" wide onClick={onUndo}>
          Undo what you changed
        </Button>
      ) : null}
      {wrong ? (
        <p role="alert" className="text-error font-semibold">
          Some of it is not right yet. Look for the words in red.
        </p>
      ) : null}
    </div>
  )
}
