import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../scripts/runtime.ts'

/** A lab with more tests than any real one, imported as an operator would. */
export const longLab = { slug: 'thousand-tests-laboratory', name: 'Thousand Tests Laboratory', tests: 1000 }

const kinds = [
  'antibody',
  'antigen',
  'ratio',
  'culture',
  'panel',
  'screen',
  'level',
  'count',
  'index',
  'profile',
]
const departments = ['Haematology', 'Microbiology', 'Clinical chemistry', 'Genetics', 'Ultrasound']
const categories = ['Pathology', 'Pathology', 'Pathology', 'Genetics', 'Imaging']

type Line = Readonly<Record<string, string | number>>

function testLine(n: number): Line {
  const name = `Measured ${kinds[n % kinds.length]} ${String.fromCharCode(65 + (n % 26))}${n}`
  return {
    code: `bench-${n}`,
    name,
    also_known_as: `MB${n}|Bench ${n}`,
    category: categories[n % 5] ?? '',
    department: departments[n % 5] ?? '',
    specimen: 'Venous blood',
    container: 'EDTA',
    fasting_hours: n % 3 === 0 ? 8 : 0,
    preparation: 'No special preparation; you may eat and drink as normal before this made-up test.',
    turnaround_hours: 24 + (n % 4) * 24,
    home_collection: 'yes',
    sex: 'any',
    loinc: '',
    loinc_verified: 'no',
    price_low_ngn: 5000,
    price_high_ngn: 12_000,
    popular_rank: n < 20 ? n + 900 : '',
    summary: 'A made-up test that is only there to make the list as long as a list can be.',
  }
}

function labLine(): Line {
  return {
    slug: longLab.slug,
    name: longLab.name,
    founded_year: 2001,
    about: '',
    accreditation: 'MLSCN',
    departments: departments.join('|'),
    home_collection: 'yes',
    collection_fee_ngn: 7000,
    email: 'desk@thousand-tests.example',
    phone: '0803 123 4567',
    registration_number: 'BENCH-1',
    registration_expires_in_days: 400,
  }
}

function locationLine(n: number): Line {
  return {
    lab_slug: longLab.slug,
    branch_name: `Yaba ${n}`,
    address: `${n} Herbert Macaulay Way, Yaba`,
    landmark: '',
    area: 'Yaba',
    state: 'Lagos',
    latitude: 6.51,
    longitude: 3.37,
    opening_hours: 'Mon-Fri 07:30-18:00; Sat 08:00-16:00',
    departments_offered: (n === 1 ? departments : departments.slice(0, 3)).join('|'),
  }
}

function csv(lines: readonly Line[]): string {
  const names = Object.keys(lines[0] ?? {})
  const rows = lines.map((line) => names.map((name) => `"${line[name] ?? ''}"`).join(','))
  return [names.join(','), ...rows].join('\n')
}

/** Imports the long lab into a running product, by its data folder, with the operator's own commands. */
export async function importLongLab(dataDir: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'labalaba-bench-'))
  const tests = Array.from({ length: longLab.tests }, (_, n) => testLine(n))
  const write = async (name: string, lines: readonly Line[]) => {
    const path = join(folder, name)
    await writeFile(path, csv(lines))
    return path
  }
  const prices = tests.map(({ code = '' }, n) => ({
    lab_slug: longLab.slug,
    test_code: code,
    price_ngn: 2000 + n,
  }))
  try {
    await run(dataDir, 'import-catalogue', await write('tests.csv', tests))
    const labs = await write('labs.csv', [labLine()])
    await run(dataDir, 'import-labs', labs, await write('locations.csv', [1, 2, 3].map(locationLine)))
    await run(dataDir, 'import-prices', await write('prices.csv', prices))
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function run(dataDir: string, ...words: string[]): Promise<void> {
  const program = ['--disable-warning=ExperimentalWarning', 'scripts/labalaba.ts', ...words]
  const env = { ...process.env, DATA_DIR: dataDir }
  const child = spawn(process.execPath, program, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${words[0]} ended with ${code}`)
}
