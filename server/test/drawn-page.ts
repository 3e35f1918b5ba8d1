import { getDocumentProxy, getResolvedPDFJS } from 'unpdf'

/** The drawing of a page, in points of a screen: four bytes for each, as a canvas has them. */
export type Drawn = { readonly width: number; readonly height: number; readonly data: Uint8ClampedArray }

/** a, b, c, d, e and f of a PDF’s matrix; none of ours rotates anything. */
type Matrix = readonly [number, number, number, number, number, number]
type Box = { readonly from: readonly [number, number]; readonly to: readonly [number, number] }

/**
 * The filled rectangles of a PDF page, which codes consist of, on white: `dots` to a point of the PDF. Text,
 * lines and curves are left out.
 */
export async function drawnPage(bytes: Uint8Array, dots: number, number = 1): Promise<Drawn> {
  const { OPS } = await getResolvedPDFJS()
  const page = await (await getDocumentProxy(new Uint8Array(bytes))).getPage(number)
  const view = page.getViewport({ scale: dots })
  const { fnArray, argsArray } = await page.getOperatorList()
  const [width, height] = [Math.round(view.width), Math.round(view.height)]
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  let now = toMatrix(view.transform)
  const before: Matrix[] = []
  fnArray.forEach((what: number, index: number) => {
    const given = argsArray[index]
    if (what === OPS.save) before.push(now)
    else if (what === OPS.restore) now = before.pop() ?? now
    else if (what === OPS.transform) now = within(now, toMatrix(given))
    else if (what === OPS.constructPath && given[0] === OPS.fill)
      for (const box of boxesOf([...given[1][0]])) blacken({ width, height, data }, placed(now, box))
  })
  return { width, height, data }
}

/** A part of what is drawn, as a picture of its own. */
export function cutOut(
  { width, data }: Drawn,
  part: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): Drawn {
  const cut = new Uint8ClampedArray(part.width * part.height * 4)
  for (let y = 0; y < part.height; y++) {
    const from = ((part.y + y) * width + part.x) * 4
    cut.set(data.subarray(from, from + part.width * 4), y * part.width * 4)
  }
  return { width: part.width, height: part.height, data: cut }
}

function toMatrix([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: readonly number[]): Matrix {
  return [a, b, c, d, e, f]
}

function within([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f]
}

/** The rectangles of a path, which is numbers: 0 to move and 1 to draw, each with two; 2 a curve with six; 4 to close. */
function boxesOf(path: readonly number[]): Box[] {
  const boxes: Box[] = []
  let corners: [number, number][] = []
  for (let at = 0; at < path.length; ) {
    const what = path[at]
    if (what === 0) corners = []
    if (what === 0 || what === 1) corners.push([path[at + 1] ?? 0, path[at + 2] ?? 0])
    if (what === 4) boxes.push(around(corners))
    at += what === 4 ? 1 : what === 2 ? 7 : 3
  }
  return boxes
}

function around(corners: readonly (readonly [number, number])[]): Box {
  const [across, down] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  return { from: [Math.min(...across), Math.min(...down)], to: [Math.max(...across), Math.max(...down)] }
}

function placed([a, , , d, e, f]: Matrix, { from, to }: Box): Box {
  const across = [from[0] * a + e, to[0] * a + e]
  const down = [from[1] * d + f, to[1] * d + f]
  return { from: [Math.min(...across), Math.min(...down)], to: [Math.max(...across), Math.max(...down)] }
}

function blacken({ width, height, data }: Drawn, { from, to }: Box): void {
  for (let y = Math.max(0, Math.round(from[1])); y < Math.min(height, Math.round(to[1])); y++)
    for (let x = Math.max(0, Math.round(from[0])); x < Math.min(width, Math.round(to[0])); x++)
      data.set([0, 0, 0], (y * width + x) * 4)
}
