import type { Page } from '@playwright/test'
import { expectGoodLook } from './look.ts'
import { expect, test } from './site.ts'

/** Makes the browser’s install offer as Chrome does on a phone; its answer is `outcome`. */
async function offer(page: Page, outcome: 'accepted' | 'dismissed'): Promise<void> {
  await page.evaluate((answer) => {
    const event = new Event('beforeinstallprompt', { cancelable: true })
    dispatchEvent(Object.assign(event, { prompt: async () => ({ outcome: answer }) }))
    if (!event.defaultPrevented) throw new Error('The browser would have asked by itself.')
  }, outcome)
}

test('the browser’s install offer is one button; after it is declined the page explains how to install', async ({
  page,
}) => {
  await page.goto('/download', { waitUntil: 'networkidle' })
  const how = page.getByRole('link', { name: 'See how to install' })
  const install = page.getByRole('button', { name: 'Install Labalaba' })
  await expect(how).toBeVisible()
  await expect(install).toHaveCount(0)
  await offer(page, 'dismissed')
  await expect(how).toHaveCount(0)
  await expectGoodLook(page, 'download, offered')
  await install.click()
  await expect(install).toHaveCount(0)
  await how.click()
  await expect(page.getByRole('heading', { name: 'Install it from your browser' })).toBeInViewport()
})

test('an app that was just installed is not offered again', async ({ page }) => {
  await page.goto('/download', { waitUntil: 'networkidle' })
  await offer(page, 'accepted')
  await page.getByRole('button', { name: 'Install Labalaba' }).click()
  await page.evaluate(() => dispatchEvent(new Event('appinstalled')))
  await expect(page.getByText('Labalaba is on this device')).toBeVisible()
  await expectGoodLook(page, 'download, installed')
})

test('the installed app does not explain how to install it', async ({ page }) => {
  await page.addInitScript(() => {
    const original = window.matchMedia.bind(window)
    window.matchMedia = (query) => original(query === '(display-mode: standalone)' ? 'all' : query)
  })
  await page.goto('/download')
  await expect(page.getByText('Labalaba is on this device')).toBeVisible()
  await expect(page.getByRole('link', { name: 'See how to install' })).toHaveCount(0)
})
