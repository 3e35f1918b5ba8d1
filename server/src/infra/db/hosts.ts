/** The hosts of a database: one address for each host in its URL, in order. */
export type DatabaseHosts = {
  readonly addresses: readonly string[]
  /** Whether read-only servers, such as a standby, are skipped. */
  readonly forWriting: boolean
  /** How long a statement may take, if the URL sets it; 0 means no limit. */
  readonly statementTimeout: number | null
  /**
   * Whether a pooler in transaction mode is in between (`pool_mode=transaction`): each transaction may get another connection
   * to the database, so nothing can be prepared or set on one.
   */
  readonly isPooled: boolean
}

/** The time limits that a connection sets, by PostgreSQL's names. */
export const timeLimits = [
  'statement_timeout',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
] as const

/** Whether a URL requires a server that can be written to, as we need; one without `target_session_attrs` does. */
export function isForWriting(databaseUrl: string): boolean {
  const wanted = queryOf(databaseUrl).get('target_session_attrs')
  return wanted === null || ['any', 'read-write', 'primary'].includes(wanted)
}

/** A URL of which hosts that only answer reads are used too. */
export function forReading(databaseUrl: string): string {
  const [address = '', query] = databaseUrl.split('?')
  const options = new URLSearchParams(query)
  options.set('target_session_attrs', 'any')
  return `${address}?${options}`
}

/**
 * The hosts of a database URL, without ports; a path is that of a socket. As in `psql`, `host=` in the query replaces all
 * of them. A URL without a host means `localhost`.
 */
export function readHosts(databaseUrl: string): string[] {
  const named = queryOf(databaseUrl).getAll('host').filter(Boolean)
  if (named.length > 0) return named
  const [, authority = ''] = /^postgres(?:ql)?:\/\/([^/?]*)/.exec(databaseUrl) ?? []
  const hosts = authority.slice(authority.lastIndexOf('@') + 1).split(',')
  return hosts.map((host) => host.replace(/:\d*$/, '').replace(/%2f/gi, '/') || 'localhost')
}

/** Whether a URL says that a pooler in transaction mode is in between. */
export function isPooled(databaseUrl: string): boolean {
  return queryOf(databaseUrl).get('pool_mode') === 'transaction'
}

/** Every `sslmode` in a database URL; the last one counts. */
export function readTlsModes(databaseUrl: string): string[] {
  return queryOf(databaseUrl).getAll('sslmode')
}

function queryOf(databaseUrl: string): URLSearchParams {
  return new URLSearchParams(databaseUrl.split('?')[1])
}

/**
 * Reads `postgres://user:password@one:5432,two:5432/name?sslmode=require`: several hosts are tried in order, and only one
 * that can be written to is used, unless `target_session_attrs=any` is set. TLS works as in `psql`. With
 * `pool_mode=transaction`, the addresses set no time limits: the pooler would refuse them.
 */
export function readDatabaseHosts(databaseUrl: string): DatabaseHosts {
  const [, scheme = '', authority = '', path = '', query = ''] =
    /^(postgres(?:ql)?:\/\/)([^/?]*)([^?]*)\??(.*)$/s.exec(databaseUrl) ?? []
  const credentials = authority.slice(0, authority.lastIndexOf('@') + 1)
  const hosts = authority.slice(credentials.length).split(',')
  const options = new URLSearchParams(query)
  const wanted = options.get('target_session_attrs') ?? (hosts.length > 1 ? 'read-write' : 'any')
  const timeout = options.get('statement_timeout')
  const isPooled = options.get('pool_mode') === 'transaction'
  for (const ours of ['target_session_attrs', 'pool_mode']) options.delete(ours)
  if (isPooled) for (const limit of timeLimits) options.delete(limit)
  // Without this, the library would treat `require` as `verify-full`.
  if (options.has('sslmode') && !options.has('uselibpqcompat')) options.set('uselibpqcompat', 'true')
  const rest = options.size > 0 ? `${path}?${options}` : path
  return {
    addresses: hosts.map((host) => `${scheme}${credentials}${host}${rest}`),
    forWriting: wanted !== 'any',
    statementTimeout: timeout === null ? null : Number.parseInt(timeout, 10) || 0,
    isPooled,
  }
}
