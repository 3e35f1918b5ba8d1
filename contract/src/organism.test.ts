import { expect, test } from 'vitest'
import { isOrganism } from './organism.ts'

test.each([
  ['Vibrio cholerae', 'Vibrio cholerae', true],
  ['vibrio  CHOLERAE O1, Ogawa', 'Vibrio cholerae', true],
  ['Presumptive V. cholerae', 'Vibrio cholerae', true],
  ['V.cholerae', 'Vibrio cholerae', true],
  ['Vibrio parahaemolyticus', 'Vibrio cholerae', false],
  ['Salmonella enterica subsp. enterica serovar Typhi', 'Salmonella Typhi', true],
  ['Salmonella Typhi', 'Salmonella Typhi', true],
  ['S. Typhi', 'Salmonella Typhi', true],
  ['Salmonella Typhimurium', 'Salmonella Typhi', false],
  ['Salmonella Paratyphi A', 'Salmonella Typhi', false],
  ['Salmonella Paratyphi A', 'Salmonella Paratyphi', true],
  ['Shigella sonnei', 'Shigella', true],
  ['Shigella spp.', 'Shigella', true],
  ['Shigelloides', 'Shigella', false],
  ['Neisseria gonorrhoeae', 'Neisseria meningitidis', false],
])('"%s" as %s: %s', (written, organism, expected) => {
  expect(isOrganism(written, organism)).toBe(expected)
})
