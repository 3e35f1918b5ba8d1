import { sql } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import { insertFile, type NewFile } from '../../../infra/files/store/repository.ts'

/** Stores the PDF of a version, whose bytes are stored, and the hash of its code. */
export async function insertReportPdf(
  tx: Tx,
  pdf: { reportId: string; number: number; file: NewFile; codeHash: Buffer },
): Promise<void> {
  await insertFile(tx, pdf.file)
  await tx
    .insertInto('report_sheet')
    .values({
      ...{ report_id: pdf.reportId, number: pdf.number, file_id: pdf.file.id },
      ...{ file_hash: pdf.file.hash, code_hash: pdf.codeHash },
    })
    .execute()
}

/** The id of the file with the PDF of a released version. */
export async function reportPdfFile(db: Db, reportId: string, number: number): Promise<string | undefined> {
  const found = await db
    .selectFrom('report_sheet')
    .select('file_id')
    .where('report_id', '=', reportId)
    .where('number', '=', number)
    .executeTakeFirst()
  return found?.file_id
}

/** A report as the check page may know it. */
export type CheckedReport = NonNullable<Awaited<ReturnType<typeof reportByCode>>>

/** The PDF with this code, and the facts that the check page may show. */
export async function reportByCode(db: Db, codeHash: Buffer) {
  const found = await db
    .selectFrom('report_sheet as pdf')
    .innerJoin('report_version as version', (join) =>
      join.onRef('version.report_id', '=', 'pdf.report_id').onRef('version.number', '=', 'pdf.number'),
    )
    .innerJoin('report', 'report.id', 'pdf.report_id')
    .innerJoin('lab_order', 'lab_order.id', 'report.order_id')
    .leftJoin('report_version as next', (join) =>
      join
        .onRef('next.report_id', '=', 'version.report_id')
        .on((e) => e('next.number', '=', e('version.number', '+', 1)))
        .on('next.released_at', 'is not', null),
    )
    .leftJoin('report_attachment as attached', (join) =>
      join
        .onRef('attached.report_id', '=', 'version.report_id')
        .onRef('attached.number', '=', 'version.number'),
    )
    .select([
      'pdf.file_hash',
      'version.state',
      'version.preliminary',
      'version.released_at',
      'report.test_name',
    ])
    .select(['version.withdrawn_at', 'attached.hash as attachment_hash'])
    .select(['next.released_at as corrected_at', 'lab_order.lab_name', 'lab_order.patient_name'])
    .select(['lab_order.patient_born_on', 'lab_order.demo'])
    // Each released version since then only added to the one before it, and none was withdrawn.
    .select(
      sql<boolean>`not exists (select from report_version later
        join report_version before on before.report_id = later.report_id and before.number = later.number - 1
        where later.report_id = version.report_id and later.number > version.number and later.released_at is not null
          and (later.state = 'withdrawn' or not adds_to(before, later)))`.as('stands'),
    )
    .where('pdf.code_hash', '=', codeHash)
    .executeTakeFirst()
  // A PDF is stored in the transaction that releases its version.
  return found?.released_at ? { ...found, released_at: found.released_at } : undefined
}
