import { expect, type Page } from '@playwright/test'
import { pause } from './people.ts'

/** What a phone adds to a picture: where it was taken. */
export const whereabouts = 'Exif GPS 6.4281N 3.4219E'

type Drawn = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }

/** A picture of tubes on a table as a camera of eight million pixels takes it, with its position. */
export async function tubesOnTable(page: Page): Promise<Drawn> {
  const drawn = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 3264, height: 2448 })
    const paper = canvas.getContext('2d')
    if (!paper) return ''
    paper.fillStyle = '#c9b79c'
    paper.fillRect(0, 0, 3264, 2448)
    for (let speck = 0; speck < 60_000; speck += 1) {
      paper.fillStyle = `hsl(${speck % 60} 30% ${50 + (speck % 30)}%)`
      paper.fillRect((speck * 7919) % 3264, (speck * 104_729) % 2448, 9, 9)
    }
    for (const [place, cap] of ['#5b2a86', '#c9a227', '#7a7f85'].entries()) {
      const left = 500 + place * 850
      paper.fillStyle = cap
      paper.fillRect(left - 20, 300, 440, 300)
      paper.fillStyle = '#8c1c13'
      paper.fillRect(left, 600, 400, 1500)
      paper.fillStyle = 'white'
      paper.fillRect(left, 900, 400, 800)
      paper.fillStyle = 'black'
      paper.font = '70px monospace'
      paper.fillText(`26A-0000${place}`, left + 15, 1300)
    }
    return canvas.toDataURL('image/jpeg', 0.95).split(',')[1] ?? ''
  })
  const file = Buffer.from(drawn, 'base64')
  const exif = Buffer.from(`Exif\0\0${whereabouts}`)
  const remark = Buffer.concat([Buffer.from([0xff, 0xe1, 0, exif.length + 2]), exif])
  const buffer = Buffer.concat([file.subarray(0, 2), remark, file.subarray(2)])
  return { name: 'IMG_20261123.jpg', mimeType: 'image/jpeg', buffer }
}

/** Taps a button of that name, and gives the camera's picture. */
export async function photograph(page: Page, button: RegExp | string, picture?: Drawn): Promise<void> {
  const file = picture ?? (await tubesOnTable(page))
  // A second tap within half a second is ignored.
  await pause(page)
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: button }).first().click()
  await (await chosen).setFiles(file)
}

/** The visible pictures of tubes. */
export const pictures = (page: Page) => page.getByRole('img', { name: /tubes/i })

/** Every visible picture of tubes is drawn, and no larger than a phone makes it. */
export async function expectDrawn(page: Page): Promise<void> {
  const first = pictures(page).first()
  await expect(first).toBeVisible()
  const sides = () =>
    first.evaluate((image) => {
      const { naturalWidth = 0, naturalHeight = 0 } = image as {
        naturalWidth?: number
        naturalHeight?: number
      }
      return [naturalWidth, naturalHeight]
    })
  await expect.poll(async () => Math.max(...(await sides()))).toBeGreaterThan(0)
  expect(Math.max(...(await sides()))).toBeLessThanOrEqual(1600)
}
