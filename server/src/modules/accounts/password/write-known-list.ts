import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { dictionary } from '@zxcvbn-ts/language-common'
import { isCommon, knownList, knownListFile, listedBytes } from './known-list.ts'

/**
 * Writes the list of common passwords that are refused, from a package that is used for nothing else, and measures how
 * often a random password is taken for a listed one.
 */
const list = knownList(dictionary['passwords-common'])
writeFileSync(knownListFile, list)

const measured = 1_000_000
let mistaken = 0
for (let i = 0; i < measured; i += 1) if (isCommon(randomBytes(12).toString('base64'))) mistaken += 1

const entries = list.length / listedBytes
const expected = entries / 2 ** (8 * listedBytes)
console.log(
  `${entries} passwords in ${list.length} bytes. Of ${measured} random passwords ${mistaken} were taken for one of them; ${(measured * expected).toFixed(2)} were to be expected.`,
)
