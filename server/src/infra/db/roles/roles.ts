/**
 * The database roles besides the owner. `login` roles are for the program, `group` roles for people: a DBA grants them to
 * personal logins. Roles exist once per cluster, and all its databases share them.
 */
export const databaseRoles = {
  labalaba_application: 'login',
  labalaba_worker: 'login',
  labalaba_reading: 'group',
  labalaba_reports: 'group',
} as const

export type DatabaseRole = keyof typeof databaseRoles

export const roleNames: readonly DatabaseRole[] = [
  'labalaba_application',
  'labalaba_worker',
  'labalaba_reading',
  'labalaba_reports',
]

/** The SQL that creates the roles; safe to repeat, and to run concurrently in several databases of a cluster. */
export const rolesSql: string = roleNames
  .map((role) => {
    const kind = databaseRoles[role] === 'login' ? 'login' : 'nologin'
    return `do $$ begin
  if not exists (select from pg_roles where rolname = '${role}') then
    create role ${role} ${kind};
  end if;
exception when duplicate_object or unique_violation then null;
end $$;`
  })
  .join('\n')

/** A table or a view, as the catalogue of the database describes it. */
export type Relation = {
  readonly schema: string
  readonly name: string
  readonly isView: boolean
  readonly columns: readonly string[]
  /** Whether triggers forbid updates and deletions of every row. */
  readonly forbidsUpdate: boolean
  readonly forbidsDelete: boolean
}
