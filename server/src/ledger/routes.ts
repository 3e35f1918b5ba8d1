import {
  downloadLabStatement,
  downloadStatement,
  downloadWalletStatement,
  listWalletEntries,
  printLabStatement,
  readStatement as readAnyStatement,
  readLabStatement,
  readWallet,
  readWalletMonths,
  readWalletStatement,
} from '@labalaba/contract'
import type { Db } from '../db.ts'
import { requireManager, requireWholeLab } from '../lab/index.ts'
import type { Clock } from '../platform/clock.ts'
import { type Server, serve, type Viewer } from '../platform/http.ts'
import { sheetOf } from './sheet/content.ts'
import { openStatementPress } from './sheet/press.ts'
import { monthsOf, type OwnLab, presentLabMonth, readLabMonth } from './statement/lab-statement.ts'
import { fileName, presentStatement, statementFile } from './statement/present.ts'
import { readStatement } from './statement/statements.ts'
import { ownAccounts, whoseAccounts } from './statement/whose.ts'
import * as wallet from './wallet/wallet.ts'

type LedgerNeeds = { readonly db: Db; readonly clock: Clock }

/** What somebody's own balances are and how they came about, and for operators any account of the books. It moves nothing. */
export function ledgerRoutes(server: Server, needs: LedgerNeeds): void {
  serveWallet(server, needs)
  serveStatements(server, needs)
  serveLabStatements(server, needs)
}

function serveWallet(server: Server, { db, clock }: LedgerNeeds): void {
  serve(server, readWallet, async ({ viewer }) => ({ data: await wallet.readWallet(db, viewer) }))
  serve(server, listWalletEntries, async ({ viewer, query }) => await wallet.listEntries(db, viewer, query))
  serve(server, readWalletMonths, async ({ viewer }) => ({
    data: await wallet.readMonths(db, viewer, clock.now()),
  }))
  serve(server, readWalletStatement, async ({ viewer, query }) => {
    const own = ownOf(viewer)
    return { data: presentStatement(own, await readStatement(db, own, query)) }
  })
  serve(server, downloadWalletStatement, async ({ viewer, query }) => {
    const statement = await readStatement(db, ownOf(viewer), query)
    return { file: statementFile(statement), name: fileName('wallet', statement) }
  })
}

function ownOf({ accountId, type }: Viewer) {
  return ownAccounts(accountId, type === 'doctor')
}

function serveStatements(server: Server, { db }: LedgerNeeds): void {
  serve(server, readAnyStatement, async ({ query }) => {
    const whose = await whoseAccounts(db, query.account)
    return { data: presentStatement(whose, await readStatement(db, whose, query)) }
  })
  serve(server, downloadStatement, async ({ query }) => {
    const whose = await whoseAccounts(db, query.account)
    const statement = await readStatement(db, whose, query)
    return { file: statementFile(statement), name: fileName(whose.words, statement) }
  })
}

function serveLabStatements(server: Server, { db, clock }: LedgerNeeds): void {
  serve(server, readLabStatement, async ({ viewer, query: { month } }) => {
    const lab = await labManagedBy(db, viewer)
    const now = clock.now()
    const statement = await readLabMonth(db, lab, month, now)
    return { data: presentLabMonth(lab, month, await monthsOf(db, lab, now), statement) }
  })
  serve(server, downloadLabStatement, async ({ viewer, query: { month } }) => {
    const lab = await labManagedBy(db, viewer)
    const statement = await readLabMonth(db, lab, month, clock.now())
    return { file: statementFile(statement), name: fileName(lab.slug, statement) }
  })
  const press = openStatementPress()
  server.fastify.addHook('onClose', () => press.close())
  serve(server, printLabStatement, async ({ viewer, query: { month } }) => {
    const lab = await labManagedBy(db, viewer)
    const now = clock.now()
    const statement = await readLabMonth(db, lab, month, now, mostOnPaper)
    const file = await press.print(sheetOf(lab.name, statement, now), `account ${viewer.accountId}`)
    return { file, name: fileName(lab.slug, statement).replace(/csv$/, 'pdf') }
  })
}

/** The lab whose account somebody may read: they manage it, and all of it. Refuses `not_found` and `not_your_duty`. */
async function labManagedBy(db: Db, viewer: Viewer): Promise<OwnLab> {
  const member = await requireManager(db, viewer)
  requireWholeLab(member)
  return { labId: member.lab_id, name: member.name, slug: member.slug }
}

/** About sixty pages. */
const mostOnPaper = 2000
