import { withFile } from '../stored-file.ts'

type Refused = readonly [what: string, statements: readonly string[], guard: string]

/** What the database refuses of stored files. */
export function fileGuards(report: string): Refused[] {
  const stored = (bytes = `'%PDF-1.7 by hand'::bytea`, type?: string) =>
    `${withFile(bytes, type)} select from file`
  const sheet = (file: string) => `insert into report_sheet (report_id, number, file_id, file_hash, code_hash)
    select ${report}, 2, id, hash, sha256('by hand') from stored_file where id = ${file}`
  const newest = '(select id from stored_file order by stored_at desc limit 1)'
  const released = `(select file_id from report_sheet where report_id = ${report} and number = 1)`
  const changed = (change: string) => [stored(), `update stored_file set ${change} where id = ${newest}`]
  const key = `'0'::text || 'a/' || repeat('0a', 32) || '-' || gen_random_uuid()`
  return [
    ['a file of another type', [stored(undefined, 'text/html')], 'stored_file_type_check'],
    ['a file that is not what its hash says', changed(`bytes = 'other'`), 'stored_file_hashed'],
    ['a file with another hash', changed(`hash = sha256('other'), bytes = 'other'`), 'stored_file_hashed'],
    [
      'a file that is another now',
      changed(`hash = sha256('other'), size = 5, bytes = 'other'`),
      'stored_file is append-only',
    ],
    ['a file in two places', changed(`key = ${key}`), 'stored_file_in_one_place'],
    ['a file in no place', changed('bytes = null'), 'stored_file_in_one_place'],
    [
      'a file under the hash of another',
      changed(`place = 'folder', bytes = null, key = ${key}`),
      'stored_file_keyed',
    ],
    [
      'the file of a released report deleted',
      [`delete from stored_file where id = ${released}`],
      'report_sheet_hashed',
    ],
    ['one file of two reports', [sheet(released)], 'report_sheet_file_id_key'],
  ]
}
