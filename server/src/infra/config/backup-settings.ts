import { join, resolve } from 'node:path'

/** Where copies of the embedded database are, and how many of them are kept; 0 makes no copies by itself. */
export type CopySettings = { readonly folder: string; readonly kept: number }

/** How a restore is tried. */
export type DrillSettings = {
  /** The stanza of pgBackRest; null for the embedded database. */
  readonly stanza: string | null
  /** The folder for the restored database, which needs as much space as the database; null for the temporary one. */
  readonly folder: string | null
  /** The folder with the programs of PostgreSQL; null if it is found by itself. */
  readonly programs: string | null
  /** How many seconds of changes a restore may lose. */
  readonly rpoSeconds: number
  /** How many seconds a restore may take until the database answers. */
  readonly rtoSeconds: number
  /** After how many days without a good drill there is an alarm; null for never. */
  readonly days: number | null
}

type Reader = {
  text(name: string, otherwise: string): string
  whole(name: string, otherwise: number, least: number, most: number): number
}

/** A copy of the embedded database is made every night, and caught up after the next start. */
const rpoOfCopies = 36 * 60 * 60
/** WAL is archived at least every minute; five of them leave room for a slow archive. */
const rpoOfArchive = 5 * 60

const year = 366 * 24 * 60 * 60

/** Reads the settings of copies and drills. */
export function readBackupSettings(
  read: Reader,
  dataDir: string,
): { readonly copies: CopySettings; readonly drill: DrillSettings } {
  const folder = (name: string) => (read.text(name, '') ? resolve(read.text(name, '')) : null)
  const stanza = read.text('DRILL_STANZA', '') || null
  return {
    copies: {
      folder: folder('COPIES_FOLDER') ?? join(dataDir, 'copies'),
      kept: read.whole('COPIES_KEPT', 7, 0, 1_000),
    },
    drill: {
      stanza,
      folder: folder('DRILL_FOLDER'),
      programs: folder('DRILL_POSTGRES'),
      rpoSeconds: read.whole('DRILL_RPO_SECONDS', stanza ? rpoOfArchive : rpoOfCopies, 1, year),
      rtoSeconds: read.whole('DRILL_RTO_SECONDS', 3_600, 1, year),
      days: read.text('DRILL_DAYS', '') ? read.whole('DRILL_DAYS', 1, 1, 366) : null,
    },
  }
}
