import { withFile } from '../stored-file.ts'
import { ofReport } from './audit-alterations.ts'

/** Ways to break each invariant of files; `order` has a released report. */
export function fileAlterations(order: string): Readonly<Record<string, readonly (readonly string[])[]>> {
  const report = ofReport(order)
  const sheet = `(select file_id from report_sheet where report_id = ${report})`
  return {
    'INV-27 what was released has its sheet for good, and what was corrected a version after it': [
      [`delete from stored_file where id = ${sheet}`],
      [`delete from stored_file where id = ${sheet}`, `delete from report_sheet where report_id = ${report}`],
      [
        `insert into report_version (report_id, number, state, entered_by, entered_at, verified_by, verified_at,
            released_by, released_at, correction)
          select report_id, 9, 'corrected', entered_by, entered_at, verified_by, verified_at, released_by, released_at, 'x'
          from report_version where report_id = ${report}`,
        `${withFile(`'by hand'::bytea`)} insert into report_sheet (report_id, number, file_id, file_hash, code_hash)
          select report_id, 9, file.id, file.hash, sha256('by hand') from file, report_sheet
          where report_id = ${report}`,
        `insert into result_value (report_id, number, position, analyte_id, name, kind, value, entered_by)
          select report_id, 9, position, analyte_id, name, 'text', value, entered_by from result_value
          where report_id = ${report} limit 1`,
      ],
    ],
    'each stored file belongs to one row': [
      [
        `${withFile(`'by hand'::bytea`)} insert into removed_file (key, place) select 'by hand', 'folder' from file`,
      ],
    ],
  }
}
