/** The invariants of files outside the database, and of the sheets of released reports. */
export const fileInvariants: Readonly<Record<string, string>> = {
  'INV-27 what was released has its sheet for good, and what was corrected a version after it': `
    select v.report_id::text as what from report_version v left join report_sheet s
      on s.report_id = v.report_id and s.number = v.number
    left join stored_file f on f.id = s.file_id and f.hash = s.file_hash
    where v.state in ('released', 'corrected', 'withdrawn') and f.id is null
    union all select v.report_id::text from report_version v where v.state = 'corrected' and not exists (
      select 1 from report_version next where next.report_id = v.report_id and next.number = v.number + 1
        and next.state in ('released', 'corrected', 'withdrawn'))`,
  'each stored file belongs to one row': `
    select f.id::text as what from stored_file f left join (
      select file_id from visit_photo union all select file_id from doctor_licence
      union all select file_id from report_file union all select file_id from report_sheet) owner on owner.file_id = f.id
    group by f.id having count(owner.file_id) <> 1`,
}
