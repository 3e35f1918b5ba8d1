/** A position in the WAL, such as 0/16B3748, as a number of bytes. */
function parseLsn(lsn: string): bigint {
  const [high = '', low = ''] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/** A stretch of WAL: from its first byte up to `end`, without it. */
export type WalRange = {
  readonly timeline: number
  readonly start: string
  readonly end: string
  /** The size of a file of WAL in bytes. */
  readonly fileSize: number
}

/** The names of the files that contain a stretch of WAL, in order. */
export function walFiles({ timeline, start, end, fileSize }: WalRange): string[] {
  const size = BigInt(fileSize)
  const perLog = (1n << 32n) / size
  const last = (parseLsn(end) - 1n) / size
  const names: string[] = []
  for (let number = parseLsn(start) / size; number <= last; number += 1n)
    names.push([BigInt(timeline), number / perLog, number % perLog].map(hex).join(''))
  return names
}

function hex(part: bigint): string {
  return part.toString(16).toUpperCase().padStart(8, '0')
}
