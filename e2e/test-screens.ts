import { seeTrouble, seeWaiting, type Walk } from './walk.ts'

const pages = [
  ['explore-tests', '/explore/tests'],
  ['explore-tests-packages', '/explore/tests?category=Test+Package'],
  ['explore-tests-none', '/explore/tests?q=zzzzzz'],
  ['test', '/explore/tests/lipid-profile?state=Lagos'],
  ['test-package', '/explore/tests/wellness-full'],
  ['test-no-labs', '/explore/tests/lipid-profile?state=Lagos&area=Nowhere&iso=yes'],
  ['test-unknown', '/explore/tests/no-such-test'],
  ['featured', '/featured'],
  ['centers', '/centers'],
  ['single-test', '/single/test'],
  ['package-test', '/package/test?package=fever-check'],
] as const

/** Pages that begin with a test, and the specification’s other pages of labs and tests. */
export async function tests(walk: Walk): Promise<void> {
  const { page, shot } = walk
  for (const [name, path] of pages) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
    await shot(name)
  }
  for (const [name, path] of [
    ['explore-tests', '/explore/tests'],
    ['test', '/explore/tests/lipid-profile'],
    ['single-test', '/single/test'],
  ] as const) {
    await seeWaiting(walk, `${name}-loading`, path)
    await seeTrouble(walk, `${name}-trouble`, path)
  }
  await compare(walk)
}

/** The labs that offer one test: on the map, and into the cart. */
async function compare({ page, view }: Walk): Promise<void> {
  await page.goto('/explore/tests/malaria-parasite?state=Lagos')
  // There is room for it beside the list; below that width it is behind its button.
  if ((page.viewportSize()?.width ?? 0) < 940)
    await page.getByRole('button', { name: 'Choose on the map' }).click()
  await page.getByRole('option', { name: /^Kano, / }).focus()
  await page.keyboard.press('ArrowDown')
  await view('test-map')
  await page.getByRole('button', { name: 'Add to cart Malaria parasite at Nightjar Diagnostics' }).click()
  await page.getByRole('dialog').waitFor()
  await view('test-location')
  await page.getByRole('dialog').getByRole('listitem').getByRole('button').first().click()
  await page.getByRole('link', { name: 'Go to cart' }).waitFor()
  await view('test-in-cart')
  await page.getByRole('button', { name: /^Remove/ }).click()
}
