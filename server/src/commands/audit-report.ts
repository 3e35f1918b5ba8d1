import type { Db } from '../db.ts'
import type { Config } from '../infra/config/config.ts'
import { openSecret, secretFrom } from '../infra/config/secret.ts'
import { type AuditCheck, openAuditKeys } from '../modules/audit/index.ts'

/** Keys and folder for checking the audit chain, from the configuration. */
export async function auditCheckOf(db: Db, config: Config): Promise<AuditCheck> {
  const secret = await openSecret(db, config.secretKey)
  return {
    keys: openAuditKeys(secret, config.secretKeysBefore.map(secretFrom)),
    folder: config.auditFolder,
  }
}
