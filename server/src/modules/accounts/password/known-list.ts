import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The file of the list that comes with the product: hashes in the form of `knownList`, in order, without separators. */
export const knownListFile = join(import.meta.dirname, 'known-passwords.bin')

/**
 * How many bytes of a hash the list stores. With forty bits, the list of 50,000 takes one in 22 million passwords for
 * listed although it is not.
 */
export const listedBytes = 5

let list: Buffer | null = null

/** The SHA-1 of a password, by which public lists of stolen passwords name it. It protects nothing here. */
export function publicHash(password: string): Buffer {
  return createHash('sha1').update(password).digest()
}

/** The list in its file format: the first bytes of each hash, in order, without duplicates. */
export function knownList(passwords: readonly string[]): Buffer {
  const hashes = passwords.map((password) => publicHash(password).subarray(0, listedBytes))
  const inOrder = hashes.toSorted((one, other) => one.compare(other))
  return Buffer.concat(inOrder.filter((hash, i) => !inOrder[i - 1]?.equals(hash)))
}

/** Whether a password is on the list that comes with the product. */
export function isCommon(password: string): boolean {
  list ??= readFileSync(knownListFile)
  const wanted = publicHash(password).subarray(0, listedBytes)
  let [low, high] = [0, list.length / listedBytes]
  while (low < high) {
    const middle = (low + high) >>> 1
    const order = list.compare(wanted, 0, listedBytes, middle * listedBytes, (middle + 1) * listedBytes)
    if (order === 0) return true
    if (order < 0) low = middle + 1
    else high = middle
  }
  return false
}
