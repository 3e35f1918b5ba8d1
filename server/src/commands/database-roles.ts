import { readLayout } from '../infra/db/migrate.ts'
import { createRoles, grantRights } from '../infra/db/roles/grant-rights.ts'
import { rolesSql } from '../infra/db/roles/rights.ts'
import { type Command, CommandFailed } from './command.ts'

/** Creates the roles of the database and grants their rights. */
export const databaseRolesCommand: Command = {
  summary:
    'Makes the database roles of the site, the worker and people who read, and gives them their rights.',
  options: {
    sql: { means: 'yes only prints the SQL for the roles, for a DBA, and makes none', optional: true },
  },
  notes:
    'It needs the owner of the tables, in DATABASE_OWNER_URL or DATABASE_URL, with the right to create roles. The roles have no password yet: set them with \\password in psql. The built-in database makes its roles at each start.',
  async run({ config, migrations, print }, typed) {
    if (typed.option('sql') === 'yes') return print(rolesSql)
    const ownerUrl = config.databaseOwnerUrl ?? config.databaseUrl
    if ((await readLayout(ownerUrl, migrations)).kind === 'newer')
      throw new CommandFailed(
        'A newer version of Labalaba has changed the tables, and only that version knows which rights its tables need. Run this command of that version.',
      )
    await createRoles(ownerUrl).catch((error: unknown) => {
      throw isForbidden(error)
        ? new CommandFailed(
            'The login may not create roles. Give what `npm run --silent labalaba -- database-roles --sql yes` prints to your DBA, then run this again.',
            { cause: error },
          )
        : error
    })
    await grantRights(ownerUrl, true)
    print(nextSteps)
  },
}

const nextSteps = `The roles have their rights. Next:
1. Set passwords in psql: \\password labalaba_application and \\password labalaba_worker
2. DATABASE_URL takes the login labalaba_application, DATABASE_WORKER_URL labalaba_worker, DATABASE_OWNER_URL the owner of the tables.
3. For people: grant labalaba_reading to ada, or labalaba_reports.`

function isForbidden(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '42501'
}
