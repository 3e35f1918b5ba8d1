import type { Layout } from '../infra/db/layout.ts'
import { migrate, readLayout } from '../infra/db/migrate.ts'
import { levelOf, type Migration } from '../infra/db/migrations.ts'
import { refuseAnyPooler } from '../infra/db/pooler.ts'
import { grantRights } from '../infra/db/roles/grant-rights.ts'
import { prepareQueue } from '../infra/queue/workers.ts'
import { type Command, WrongUse } from './command.ts'

/** Runs the missing migrations of this version, and brings the queue and the rights of the roles to it. */
export const migrateCommand: Command = {
  summary: 'Brings the tables of the database to this version, before you start it.',
  options: {
    plan: { means: 'yes only lists the migrations that would run, and changes nothing', optional: true },
  },
  notes:
    'It needs the owner of the tables, in DATABASE_OWNER_URL or DATABASE_URL. Processes of the version before may go on running, unless the plan says otherwise. If it ends early, run it again: it goes on where it stopped.',
  takesAnyLayout: true,
  async run({ config, migrations, print }, typed) {
    const plan = typed.option('plan')
    if (plan !== undefined && plan !== 'yes') throw new WrongUse('--plan takes only yes.')
    const ownerUrl = config.databaseOwnerUrl ?? config.databaseUrl
    const layout = await readLayout(ownerUrl, migrations)
    if (layout.kind === 'other') throw layout.problem
    if (layout.kind === 'newer') return print(newerWords)
    if (plan) return print(planOf(layout))
    await refuseAnyPooler(config.databaseOwnerUrl === null ? 'DATABASE_URL' : 'DATABASE_OWNER_URL', ownerUrl)
    const ran = await migrate(ownerUrl, { migrations, report: print })
    await prepareQueue(ownerUrl)
    await grantRights(ownerUrl, config.databaseOwnerUrl !== null)
    print(ran.length === 0 ? nothingWords : 'The database now has every migration of this version.')
  },
}

const newerWords =
  'Nothing to do: a newer version of Labalaba has changed the tables, and this version can run on them.'
const emptyWords = 'The database is empty. The migrations of this version would make its tables.'
const nothingWords = 'Nothing to do: every migration of this version has run.'

function planOf(layout: Layout): string {
  if (layout.kind === 'own') return nothingWords
  if (layout.kind !== 'behind') return emptyWords
  const { missing } = layout
  const count = missing.length === 1 ? '1 migration' : `${missing.length} migrations`
  return [`${count} would run:`, ...missing.map((one) => `  ${one.name}: ${effectOf(one)}`)].join('\n')
}

/** What a migration means for the versions that run meanwhile. */
function effectOf(migration: Migration): string {
  const { worksFrom, phase, inTransaction } = migration
  const lasting = inTransaction ? '' : ' It may take long, and blocks no booking.'
  if (worksFrom === null || worksFrom === levelOf(migration))
    return `only versions that have it can run afterwards; stop all others first.${lasting}`
  if (phase === 'expand') return `older versions can go on running.${lasting}`
  return `versions without migration ${worksFrom} cannot run afterwards; stop them first.${lasting}`
}
