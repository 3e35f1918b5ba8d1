import { sign, verify } from 'node:crypto'
import type { AuditKey, AuditKeys } from '../chain/keys.ts'
import type { PartRecord } from './repository.ts'

/** What is signed of an archived partition. */
export type Archived = Omit<PartRecord, 'id' | 'key_id' | 'signature' | 'archived_at'>

/** Signs the record of an archived partition (Ed25519), so that nobody without the secret can say that rows are in a file. */
export function signRecord(
  key: AuditKey,
  record: Archived,
): Archived & { key_id: string; signature: Buffer } {
  return { ...record, key_id: key.id, signature: sign(null, textOf(record), key.signing) }
}

/** Whether a record is signed by our key that it names. */
export function isSignedRecord(keys: AuditKeys, record: PartRecord): boolean {
  const key = keys.all.find(({ id }) => id === record.key_id)
  return key !== undefined && verify(null, textOf(record), key.verifying, record.signature)
}

function textOf(record: Archived): Buffer {
  const { table_name, part, until_at, row_count, file, sha256 } = record
  const { first_position, last_position, first_mac, last_mac } = record
  const macs = [first_mac, last_mac].map((mac) => mac?.toString('hex') ?? null)
  const facts = [table_name, part, until_at.getTime(), row_count, file, sha256.toString('hex')]
  return Buffer.from(JSON.stringify(['labalaba-archive-1', ...facts, first_position, last_position, ...macs]))
}
