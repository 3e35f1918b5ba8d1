import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { granted } from '../envelope.ts'
import { isRecord, readPage } from '../input.ts'
import { balances, ledgerPage } from './entries.ts'
import { allSettlements, settlementObject } from './settlements.ts'

/** The balance, its ledger, and the settlements to the bank (section 1.15, S-15). */
export function balanceRoutes(api: FastifyInstance, context: Context): void {
  api.get('/balance', () => granted('Balances retrieved', balances(context)))

  api.get('/balance/ledger', (request) => {
    const page = readPage(isRecord(request.query) ? request.query : {})
    const { rows, total } = ledgerPage(context, page)
    const meta = { total, ...page, pageCount: Math.ceil(total / page.perPage) }
    return granted('Balance ledger retrieved', rows, meta)
  })

  api.get('/settlement', (request) => {
    const page = readPage(isRecord(request.query) ? request.query : {})
    const all = allSettlements(context)
    const rows = all.slice(page.skipped, page.skipped + page.perPage)
    const meta = { total: all.length, ...page, pageCount: Math.ceil(all.length / page.perPage) }
    return granted(
      'Settlements retrieved',
      rows.map((settlement) => settlementObject(context, settlement)),
      meta,
    )
  })
}
