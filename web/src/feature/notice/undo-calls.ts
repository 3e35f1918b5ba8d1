import { readContactChange, type UndoableChange, undoContactChange } from '@labalaba/contract'
import { ApiFailure, call } from '../../lib/api.ts'

/** What the link of a mail would undo. */
export async function readUndoable(token: string): Promise<UndoableChange> {
  return (await call(readContactChange, { body: { token } })).data
}

/** Undoes it, and every later change. */
export async function undo(token: string): Promise<void> {
  await call(undoContactChange, { body: { token } })
}

/** True where the link was used, is too old or never was. */
export function hasEnded(failure: unknown): boolean {
  return failure instanceof ApiFailure && failure.code === 'undo_ended'
}
