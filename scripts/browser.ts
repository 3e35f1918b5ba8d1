import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { root } from './runtime.ts'

/** Playwright's launch options for the browser that was found. */
export type Browser = {
  readonly executablePath: string
  readonly args: string[]
  readonly env: Record<string, string>
}

/** No sandbox, because it may run as root, and no background requests, because there may be no network. */
const args = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
]

/** Finds a browser: an installed Chrome or Chromium, Playwright's own, or the one from npm. */
export async function findBrowser(): Promise<Browser> {
  const path = installed() ?? playwrights()
  if (path) return { executablePath: path, args, env: {} }
  return fromNpm()
}

function installed(): string | undefined {
  const names = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser']
  const folders = (process.env.PATH ?? '').split(delimiter)
  const places = folders.flatMap((folder) => names.map((name) => join(folder, name)))
  places.push('/Applications/Google Chrome.app/Contents/MacOS/Google Chrome')
  // Some systems have a placeholder with that name, which only says how to install the real browser.
  const works = (place: string) => spawnSync(place, ['--version'], { timeout: 10_000 }).status === 0
  return places.find((place) => existsSync(place) && works(place))
}

function playwrights(): string | undefined {
  const place = chromium.executablePath()
  return existsSync(place) ? place : undefined
}

/**
 * Unpacks the browser once, into the packages' cache. It unpacks into a temporary folder first, because other processes may
 * look for it meanwhile.
 */
async function fromNpm(): Promise<Browser> {
  const folder = join(root, 'node_modules/.cache/chromium')
  const program = join(folder, 'chromium')
  if (!existsSync(program)) {
    await mkdir(join(folder, '..'), { recursive: true })
    const half = mkdtempSync(`${folder}-`)
    const { default: packed } = await import('@sparticuz/chromium')
    await inTempFolder(half, () => packed.executablePath())
    writeFileSync(join(half, 'fonts.conf'), fontSettings(join(folder, 'fonts')))
    rmSync(folder, { recursive: true, force: true })
    renameSync(half, folder)
  }
  const ownFonts = existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_FILE: join(folder, 'fonts.conf') }
  return { executablePath: program, args, env: ownFonts }
}

/** The package unpacks into the system's temporary folder and assumes that a file found there is complete. */
async function inTempFolder<T>(folder: string, act: () => Promise<T>): Promise<T> {
  const before = process.env.TMPDIR
  process.env.TMPDIR = folder
  try {
    return await act()
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
}

function fontSettings(fonts: string): string {
  return `<?xml version="1.0"?>\n<fontconfig><dir>${fonts}</dir><cachedir>${fonts}-cache</cachedir></fontconfig>\n`
}
