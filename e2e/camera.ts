import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { findBrowser } from '../scripts/browser.ts'
import { drawLabels } from '../server/src/modules/specimens/labels/drawing.ts'
import { type Drawn, drawnPage } from '../server/test/drawn-page.ts'

const [width, height] = [1280, 720]
/**
 * The film that the camera of this worker’s browser shows; the browser reads it anew each time it is opened.
 */
const film = join(tmpdir(), `labalaba-camera-${process.pid}.y4m`)

/** A browser whose camera shows the picture that `holdUp` was given last. */
export async function browserWithCamera() {
  const { executablePath, args, env } = await findBrowser()
  const fake = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
  const camera = [...fake, `--use-file-for-fake-video-capture=${film}`]
  return { executablePath, args: [...args, ...camera], env: { ...process.env, ...env } }
}

/** Shows the camera a picture in the middle of a grey frame, as two frames of an uncompressed film. */
export function holdUp(picture: Drawn): void {
  const light = Buffer.alloc(width * height, 150)
  const [left, top] = [(width - picture.width) >> 1, (height - picture.height) >> 1]
  for (let y = 0; y < picture.height; y++)
    for (let x = 0; x < picture.width; x++)
      light[(top + y) * width + left + x] = 20 + (picture.data[(y * picture.width + x) * 4] ?? 0) * 0.85
  const frame = [Buffer.from('FRAME\n'), light, Buffer.alloc((width * height) / 2, 128)]
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F5:1 Ip A1:1 C420mpeg2\n`)
  writeFileSync(film, Buffer.concat([head, ...frame, ...frame]))
}

/** Shows the camera a grey frame only. */
export function nothingHeldUp(): void {
  holdUp({ width: 0, height: 0, data: new Uint8ClampedArray() })
}

/** A label with this number, as the printer makes it. */
export async function drawnLabel(accession: string): Promise<Drawn> {
  const words = { patient: 'Ngozi Ezenwa-Bright', person: 'Female · born 27 Mar 1985', taken: '22 Nov 2026' }
  const label = { ...words, accession, tube: 'Venous blood · EDTA', order: 'LB-7K2M-9QWE-4RTY-X3P8' }
  return await drawnPage(await drawLabels({ layout: 'single', labels: [label] }), 6)
}

/** A part of a page as the screen shows it, three times as large. */
export async function photographed(part: Locator): Promise<Drawn> {
  const png = (await part.screenshot({ animations: 'disabled' })).toString('base64')
  const drawn = await part.page().evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const canvas = new OffscreenCanvas(image.width * 3, image.height * 3)
    const context = canvas.getContext('2d')
    context?.drawImage(image, 0, 0, canvas.width, canvas.height)
    const { data = [] } = context?.getImageData(0, 0, canvas.width, canvas.height) ?? {}
    return { width: canvas.width, height: canvas.height, data: [...data] }
  }, png)
  return { ...drawn, data: Uint8ClampedArray.from(drawn.data) }
}

/** Remembers every camera that pages of this context open; call it before the first page is opened. */
export async function watchCamera(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const cameras: MediaStream[] = []
    Object.assign(globalThis, { cameras })
    const devices = navigator.mediaDevices
    const open = devices?.getUserMedia.bind(devices)
    if (devices)
      devices.getUserMedia = async (wanted) => {
        const camera = await open(wanted)
        cameras.push(camera)
        return camera
      }
  })
}

/** How many cameras of a page are on, and how many it has opened. */
export async function litCameras(page: Page): Promise<{ lit: number; opened: number }> {
  return await page.evaluate(() => {
    const { cameras } = globalThis as unknown as { cameras: MediaStream[] }
    const isLit = (camera: MediaStream) => camera.getTracks().some(({ readyState }) => readyState === 'live')
    return { lit: cameras.filter(isLit).length, opened: cameras.length }
  })
}

/** The camera was on, and is off now. */
export async function expectCameraOut(page: Page): Promise<void> {
  const { lit, opened } = await litCameras(page)
  expect(opened, 'cameras opened').toBeGreaterThan(0)
  expect(lit, 'cameras lit').toBe(0)
}
