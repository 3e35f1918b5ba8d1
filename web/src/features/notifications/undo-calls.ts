import { readContactChange, type UndoableChange, undoContactChange } from '@labalaba/contract'
import { ApiFailure, call } from '../../lib/api.ts'

/** Reads what a mail's link would undo. */
export async function readUndoable(token: string): Promise<UndoableChange> {
  return (await call(readContactChange, { body: { token } })).data
}

/** Undoes the change, and every later one. */
export async function undo(token: string): Promise<void> {
  await call(undoContactChange, { body: { token } })
}

/** True if the link was used, has expired or never existed. */
export function hasEnded(failure: unknown): boolean {
  return failure instanceof ApiFailure && failure.code === 'undo_ended'
}
