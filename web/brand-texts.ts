import { brand } from '@labalaba/contract'
import type { Plugin } from 'vite'

/** The name as it is written in web/src/copy. */
const written = 'Labalaba'

/** Puts another brand's name into the texts of screens, so that a rebrand changes contract/src/brand.ts alone. */
export function brandTexts(name: string = brand.name): Plugin {
  return {
    name: 'brand-texts',
    enforce: 'pre',
    transform: (code, id) =>
      /\/web\/src\/copy\/[^?]+\.ts$/.test(id) && name !== written ? code.replaceAll(written, name) : null,
  }
}
