import * as contract from '@labalaba/contract'
import { type Server, serve } from '../../../infra/http/http.ts'
import { readUndoable, type UndoDependencies, undoChange } from './undo.ts'

/** Serves the mailed link that undoes changed phones and notification choices. */
export function contactChangeRoutes(server: Server, deps: UndoDependencies): void {
  serve(server, contract.readContactChange, async ({ body, address }) => ({
    data: await readUndoable(deps, { ...body, address }),
  }))
  serve(server, contract.undoContactChange, async ({ body, address }) => {
    await undoChange(deps, { ...body, address })
    return { data: {} }
  })
}
