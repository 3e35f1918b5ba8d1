type Refused = readonly [what: string, statements: readonly string[], guard: string]

/** Changes of phones and notices that the database refuses; `account` has none yet. */
export function contactChangeGuards(account: string): Refused[] {
  const change = (changes: Readonly<Record<string, string>> = {}) => {
    const columns: Record<string, string> = {
      account_id: account,
      session_hash: `sha256('by hand')`,
      browser: `''`,
      began_at: 'now()',
      stood: `'{}'`,
      acts: `'[{}]'`,
      ...changes,
    }
    return `insert into contact_change (${Object.keys(columns).join()}) values (${Object.values(columns).join()})`
  }
  const linked = { token_hash: `sha256('by hand')`, expires_at: 'now()' }
  return [
    ['two changes that one link undoes', [change(linked), change(linked)], 'contact_change_token_hash_key'],
    ['a link that works for ever', [change({ ...linked, expires_at: 'null' })], 'contact_change_check'],
    [
      'a link that is kept as it is',
      [change({ ...linked, token_hash: `'by hand'` })],
      'contact_change_token_hash_check',
    ],
    ['a change of nothing', [change({ acts: `'[]'` })], 'contact_change_acts_check'],
    [
      'more in one change than a mail can hold',
      [change({ acts: `(select jsonb_agg(n) from generate_series(1, 21) as n)` })],
      'contact_change_acts_check',
    ],
  ]
}
