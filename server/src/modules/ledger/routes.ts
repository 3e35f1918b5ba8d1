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
import type { Db } from '../../db.ts'
import type { Clock } from '../../infra/clock.ts'
import { type Actor, type Server, serve } from '../../infra/http/http.ts'
import { openRenderer } from '../../infra/pdf/renderer.ts'
import { requireManager, requireWholeLab } from '../labs/index.ts'
import { type StatementDocument, statementDocument } from './pdf/content.ts'
import { fileName, presentLabMonth, presentStatement, statementFile } from './statements/present.ts'
import {
  monthsOf,
  type OwnLab,
  ownAccounts,
  readLabMonth,
  readStatement,
  whoseAccounts,
} from './statements/statements.ts'
import * as wallet from './wallet.ts'

type LedgerDependencies = { readonly db: Db; readonly clock: Clock }

/** Serves an account's own balances and entries and, to operators, any statement of the ledger. It only reads. */
export function ledgerRoutes(server: Server, deps: LedgerDependencies): void {
  serveWallet(server, deps)
  serveStatements(server, deps)
  serveLabStatements(server, deps)
}

function serveWallet(server: Server, { db, clock }: LedgerDependencies): void {
  serve(server, readWallet, async ({ actor }) => ({ data: await wallet.readWallet(db, actor) }))
  serve(server, listWalletEntries, async ({ actor, query }) => await wallet.listEntries(db, actor, query))
  serve(server, readWalletMonths, async ({ actor }) => ({
    data: await wallet.readMonths(db, actor, clock.now()),
  }))
  serve(server, readWalletStatement, async ({ actor, query, reader }) => {
    const own = ownAccounts(actor)
    return { data: presentStatement(own, await readStatement(reader, own, query)) }
  })
  serve(server, downloadWalletStatement, async ({ actor, query, reader }) => {
    const statement = await readStatement(reader, ownAccounts(actor), query)
    return { file: statementFile(statement), name: fileName('wallet', statement) }
  })
}

function serveStatements(server: Server, { db }: LedgerDependencies): void {
  serve(server, readAnyStatement, async ({ query, reader }) => {
    const whose = await whoseAccounts(db, query.account)
    return { data: presentStatement(whose, await readStatement(reader, whose, query)) }
  })
  serve(server, downloadStatement, async ({ query, reader }) => {
    const whose = await whoseAccounts(db, query.account)
    const statement = await readStatement(reader, whose, query)
    return { file: statementFile(statement), name: fileName(whose.words, statement) }
  })
}

function serveLabStatements(server: Server, { db, clock }: LedgerDependencies): void {
  serve(server, readLabStatement, async ({ actor, query: { month }, reader }) => {
    const lab = await labManagedBy(db, actor)
    const now = clock.now()
    const statement = await readLabMonth(reader, lab, month, now)
    return { data: presentLabMonth(lab, month, await monthsOf(reader, lab, now), statement) }
  })
  serve(server, downloadLabStatement, async ({ actor, query: { month }, reader }) => {
    const lab = await labManagedBy(db, actor)
    const statement = await readLabMonth(reader, lab, month, clock.now())
    return { file: statementFile(statement), name: fileName(lab.slug, statement) }
  })
  const renderer = openRenderer<StatementDocument>(new URL('./pdf/drawing.ts', import.meta.url))
  server.fastify.addHook('onClose', () => renderer.close())
  serve(server, printLabStatement, async ({ actor, query: { month }, reader }) => {
    const lab = await labManagedBy(db, actor)
    const now = clock.now()
    const statement = await readLabMonth(reader, lab, month, now, mostOnPaper)
    const file = await renderer.render(
      statementDocument(lab.name, statement, now),
      `account ${actor.accountId}`,
    )
    return { file, name: fileName(lab.slug, statement).replace(/csv$/, 'pdf') }
  })
}

/** The lab whose statement the actor may read: they manage the whole lab. Throws `not_found` and `not_your_duty`. */
async function labManagedBy(db: Db, actor: Actor): Promise<OwnLab> {
  const member = await requireManager(db, actor)
  requireWholeLab(member)
  return { labId: member.lab_id, name: member.name, slug: member.slug }
}

/** Most lines of a printed statement: about sixty pages. */
const mostOnPaper = 2000
