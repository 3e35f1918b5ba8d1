import type { Page } from '@playwright/test'
import {
  browserWithCamera,
  drawnLabel,
  expectCameraOut,
  holdUp,
  litCameras,
  nothingHeldUp,
  photographed,
  watchCamera,
} from './camera.ts'
import { bookWalkIn, toWork } from './desk.ts'
import { expectGoodLook } from './look.ts'
import { becomeMember } from './people.ts'
import { expect, test } from './site.ts'
import { setOff } from './visits.ts'

test.use({ launchOptions: await browserWithCamera() })

const act = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** From now on the browser has a reader of its own: it reads `text` everywhere, or fails if that is null. */
async function giveReader(page: Page, text: string | null): Promise<void> {
  await page.evaluate((rawValue) => {
    class BarcodeDetector {
      static getSupportedFormats = async () => ['code_128', 'qr_code']
      async detect() {
        if (rawValue === null) throw new DOMException('no service', 'NotSupportedError')
        return [{ rawValue }]
      }
    }
    Object.assign(globalThis, { BarcodeDetector })
  }, text)
}

async function takeReader(page: Page): Promise<void> {
  await page.evaluate(() => Reflect.deleteProperty(globalThis, 'BarcodeDetector'))
}

async function expectLit(page: Page, many: number): Promise<void> {
  await expect.poll(async () => (await litCameras(page)).lit).toBe(many)
}

test('a phlebotomist scans labels with the browser’s reader or ours, and the camera is off afterwards', async ({
  page,
  mailbox,
  product,
  anotherPerson,
}) => {
  test.slow()
  const watched = async () => {
    const another = await anotherPerson()
    await watchCamera(another)
    return another
  }
  const { femi, code } = await setOff({ page, mailbox, product, anotherPerson: watched })
  const fetched: string[] = []
  femi.on('request', (request) => void fetched.push(new URL(request.url()).pathname))
  const isFetched = () => fetched.some((path) => path.includes('/decoder-'))
  await femi.getByLabel('Door code', { exact: true }).fill(code)
  await act(femi, 'Start').click()
  await femi.getByLabel('Both match').check()
  const [first = '', second = ''] = await femi.getByText(/^\d{2}[0-9A-Z]+-\d{5}$/).allTextContents()

  nothingHeldUp()
  await giveReader(femi, first)
  await act(femi, 'Scan').click()
  await expect(femi.getByText(', label checked')).toHaveCount(1)
  await expectCameraOut(femi)
  expect(isFetched()).toBe(false)

  holdUp(await drawnLabel('26ZZ-00009'))
  await giveReader(femi, null)
  await act(femi, 'Scan').click()
  await expect(femi.getByText('This label does not belong to this visit.')).toBeVisible()
  expect(isFetched()).toBe(true)

  holdUp(await drawnLabel(second))
  await takeReader(femi)
  await act(femi, 'Scan').click()
  await expect(femi.getByText(', label checked')).toHaveCount(2)
  await expectCameraOut(femi)
})

test('the camera turns off when the page is hidden, left or refused, and typing is offered instead', async ({
  page,
  product,
}) => {
  nothingHeldUp()
  await watchCamera(page)
  await toWork(page, product.demoPassword)
  const dialog = page.getByRole('dialog', { name: 'Scan an order or a label' })
  await act(page, 'Scan').click()
  await expectLit(page, 1)
  await expectGoodLook(page, 'scanner')
  const setHidden = (isHidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isHidden)
  await setHidden(true)
  await expectLit(page, 0)
  await setHidden(false)
  await expectLit(page, 1)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expectLit(page, 0)

  await page.getByRole('link', { name: 'Receive samples' }).click()
  await act(page, 'Scan with the camera').click()
  await expectLit(page, 1)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Worklist' })).toBeVisible()
  await expectLit(page, 0)
  await expectCameraOut(page)

  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      throw new DOMException('no', 'NotAllowedError')
    }
  })
  await act(page, 'Scan').click()
  await expect(dialog.getByText('The camera is not allowed here')).toBeVisible()
  await expectGoodLook(page, 'scanner, camera refused')
  await act(page, 'Type it instead').click()
  await expect(act(page, 'Scan')).toBeFocused()
})

test('the desk scans the code of a patient and then each tube, and reads what each is', async ({
  page: ada,
  mailbox,
  simulator,
  product,
  anotherPerson,
}) => {
  test.slow()
  await becomeMember(ada, mailbox)
  const reference = await bookWalkIn(ada, simulator)
  await ada.goto(`/orders/${reference}`)
  holdUp(await photographed(ada.getByRole('img', { name: /^Your order id/ })))

  const lab = await anotherPerson({ answered: { status: 409, path: '/receipt' } })
  await watchCamera(lab)
  await toWork(lab, product.demoPassword)
  await takeReader(lab)
  await act(lab, 'Scan').click()
  await expect(lab).toHaveURL(new RegExp(`/portal/lab/orders/${reference}$`))
  await expectLit(lab, 0)
  await expect(act(lab, 'Check in')).toBeVisible()
  await lab.keyboard.press('n')
  const accessions = lab.getByRole('heading', { level: 3 }).getByText(/^\d{2}[0-9A-Z]+-\d{5}$/)
  await expect(accessions).toHaveCount(2)
  const [first = '', second = ''] = await accessions.allTextContents()

  await lab.getByRole('link', { name: 'Worklist' }).first().click()
  // A scanner’s Enter presses no button that happens to have the focus.
  await lab.getByRole('link', { name: 'Receive samples' }).focus()
  await lab.evaluate(() =>
    addEventListener('click', () => document.body.setAttribute('data-pressed', 'yes'), true),
  )
  await lab.keyboard.type(`${first}\n`)
  await expect(lab.locator('body[data-pressed]')).toHaveCount(0)
  await lab.getByRole('link', { name: 'Receive samples' }).click()
  const label = lab.getByLabel('Label on the tube')
  await expect(label).toBeFocused()
  await lab.keyboard.type(`${first}\n${reference}\n`)
  const list = lab.getByRole('region', { name: 'This time' })
  await expect(list.getByText('Not received')).toHaveCount(2)
  await expect(list.getByText(/is not marked as collected yet/)).toBeVisible()
  await expect(lab.getByRole('alert').getByText('This is an order number')).toBeVisible()
  await expectGoodLook(lab, 'receiving, wrong tubes')

  await lab.goto(`/portal/lab/orders/${reference}`)
  await act(lab, 'All samples collected').click()
  await expect(lab.getByRole('heading', { name: 'Receive the samples' })).toBeVisible()
  await lab.goto('/portal/lab/receive')
  await takeReader(lab)
  holdUp(await drawnLabel(first))
  await act(lab, 'Scan with the camera').click()
  const dialog = lab.getByRole('dialog', { name: 'Scan one tube after another' })
  await expect(dialog.getByText(`${first} received`)).toBeVisible()
  await expect(dialog.getByText(/1 of 2 samples of this order/)).toBeVisible()
  await expectGoodLook(lab, 'receiving before the camera')
  await act(lab, 'Done').click()
  await expectCameraOut(lab)
  await expect(label).toBeFocused()
  await lab.keyboard.type(`${second.toLowerCase()}\n${first}\n`)
  await expect(list.getByText('2 samples received')).toBeVisible()
  await expect(list.getByText('Here before')).toBeVisible()
  await expect(label).toBeFocused()
  await expect(label).toHaveValue('')
  await expectGoodLook(lab, 'receiving')
})
