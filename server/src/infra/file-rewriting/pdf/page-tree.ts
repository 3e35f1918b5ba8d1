import { PDFArray, type PDFContext, PDFDict, PDFName, type PDFObject, PDFRef } from '@cantoo/pdf-lib'
import { NotRewritable } from './refusals.ts'

/** The keys that a page inherits from the nodes above it if it lacks them. */
const inherited = ['Resources', 'MediaBox', 'CropBox', 'Rotate'] as const

/** A page with its inherited values. */
export type Leaf = { readonly page: PDFDict; readonly inherited: ReadonlyMap<string, PDFObject> }

/** The pages of a file in their order. Throws NotRewritable if they are not a tree, or too many. */
export function pagesOf(context: PDFContext, catalog: PDFDict, most: number): Leaf[] {
  const seen = new Set<PDFRef>()
  const leaves: Leaf[] = []

  function walk(at: PDFObject | undefined, above: ReadonlyMap<string, PDFObject>): void {
    const node = context.lookup(at)
    if (!(at instanceof PDFRef) || seen.has(at) || !(node instanceof PDFDict))
      throw new NotRewritable('broken')
    seen.add(at)
    const own = new Map(above)
    for (const key of inherited) {
      const value = node.get(PDFName.of(key))
      if (value) own.set(key, value)
    }
    const kids = node.lookup(PDFName.of('Kids'))
    if (kids instanceof PDFArray) for (const kid of kids.asArray()) walk(kid, own)
    else if (leaves.push({ page: node, inherited: own }) > most) throw new NotRewritable('tooLong')
  }

  walk(catalog.get(PDFName.of('Pages')), new Map())
  if (leaves.length === 0) throw new NotRewritable('broken')
  return leaves
}
