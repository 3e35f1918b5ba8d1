/**
 * The allowed contents of each kind of object in a rewritten PDF; nothing else is copied. The kind of a key is another
 * entry of this table, one of the kinds that `copier.ts` decides from the object, or:
 * `plain` (numbers, names, strings, and lists of them), `each …` (a dictionary of named objects), `list …` (one or
 * several).
 */
const stream = { Filter: 'plain', DecodeParms: 'plain', Length: 'plain' } as const
const named = { Type: 'plain', Subtype: 'plain' } as const
const cmap = { Type: 'plain', CMapName: 'plain', CIDSystemInfo: 'cidSystem', WMode: 'plain', UseCMap: 'cmap' }

export const shapes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  resources: {
    ExtGState: 'each graphicsState',
    ColorSpace: 'each colourSpace',
    Pattern: 'each pattern',
    Shading: 'each shading',
    XObject: 'each xObject',
    Font: 'each font',
  },
  content: {},
  data: {},
  form: {
    ...named,
    ...{ FormType: 'plain', BBox: 'plain', Matrix: 'plain', Resources: 'resources', Group: 'group' },
  },
  group: { Type: 'plain', S: 'plain', CS: 'colourSpace', I: 'plain', K: 'plain' },
  image: {
    ...named,
    ...{ Width: 'plain', Height: 'plain', ColorSpace: 'colourSpace', BitsPerComponent: 'plain' },
    ...{ Intent: 'plain', ImageMask: 'plain', Mask: 'mask', Decode: 'plain', Interpolate: 'plain' },
    ...{ SMask: 'image', SMaskInData: 'plain', Matte: 'plain' },
  },
  graphicsState: {
    ...{ Type: 'plain', LW: 'plain', LC: 'plain', LJ: 'plain', ML: 'plain', D: 'plain', RI: 'plain' },
    ...{ OP: 'plain', op: 'plain', OPM: 'plain', Font: 'sizedFont', FL: 'plain', SM: 'plain', SA: 'plain' },
    ...{ BM: 'plain', SMask: 'softMask', CA: 'plain', ca: 'plain', AIS: 'plain', TK: 'plain' },
    ...{ TR: 'list function', TR2: 'list function' },
  },
  maskGroup: { Type: 'plain', S: 'plain', G: 'xObject', BC: 'plain', TR: 'function' },
  tiling: {
    ...{ Type: 'plain', PatternType: 'plain', PaintType: 'plain', TilingType: 'plain', BBox: 'plain' },
    ...{ XStep: 'plain', YStep: 'plain', Resources: 'resources', Matrix: 'plain' },
  },
  shadingPattern: {
    ...{ Type: 'plain', PatternType: 'plain', Shading: 'shading', Matrix: 'plain' },
    ExtGState: 'graphicsState',
  },
  shading: {
    ...{ ShadingType: 'plain', ColorSpace: 'colourSpace', Background: 'plain', BBox: 'plain' },
    ...{ AntiAlias: 'plain', Coords: 'plain', Domain: 'plain', Function: 'list function', Extend: 'plain' },
    ...{ Matrix: 'plain', BitsPerCoordinate: 'plain', BitsPerComponent: 'plain', BitsPerFlag: 'plain' },
    ...{ Decode: 'plain', VerticesPerRow: 'plain' },
  },
  function: {
    ...{ FunctionType: 'plain', Domain: 'plain', Range: 'plain', Size: 'plain', BitsPerSample: 'plain' },
    ...{ Order: 'plain', Encode: 'plain', Decode: 'plain', C0: 'plain', C1: 'plain', N: 'plain' },
    ...{ Functions: 'list function', Bounds: 'plain' },
  },
  colourProfile: { N: 'plain', Alternate: 'colourSpace', Range: 'plain' },
  calibration: { WhitePoint: 'plain', BlackPoint: 'plain', Gamma: 'plain', Matrix: 'plain', Range: 'plain' },
  font: {
    ...named,
    ...{ BaseFont: 'plain', Name: 'plain', FirstChar: 'plain', LastChar: 'plain', Widths: 'plain' },
    ...{ FontDescriptor: 'descriptor', Encoding: 'encoding', ToUnicode: 'cmap' },
    ...{ DescendantFonts: 'list font', CIDSystemInfo: 'cidSystem', DW: 'plain', W: 'plain', DW2: 'plain' },
    ...{ W2: 'plain', CIDToGIDMap: 'nameOrData', FontBBox: 'plain', FontMatrix: 'plain' },
    ...{ CharProcs: 'each content', Resources: 'resources' },
  },
  differences: { Type: 'plain', BaseEncoding: 'plain', Differences: 'plain' },
  cmapStream: cmap,
  cidSystem: { Registry: 'plain', Ordering: 'plain', Supplement: 'plain' },
  descriptor: {
    ...{ Type: 'plain', FontName: 'plain', FontFamily: 'plain', FontStretch: 'plain', FontWeight: 'plain' },
    ...{ Flags: 'plain', FontBBox: 'plain', ItalicAngle: 'plain', Ascent: 'plain', Descent: 'plain' },
    ...{ Leading: 'plain', CapHeight: 'plain', XHeight: 'plain', StemV: 'plain', StemH: 'plain' },
    ...{ AvgWidth: 'plain', MaxWidth: 'plain', MissingWidth: 'plain', CharSet: 'plain', CIDSet: 'data' },
    ...{ FontFile: 'fontFile', FontFile2: 'fontFile', FontFile3: 'fontFile' },
  },
  fontFile: { Subtype: 'plain', Length1: 'plain', Length2: 'plain', Length3: 'plain' },
  unpacking: {
    ...{ Predictor: 'plain', Colors: 'plain', BitsPerComponent: 'plain', Columns: 'plain', K: 'plain' },
    ...{ EndOfLine: 'plain', EncodedByteAlign: 'plain', Rows: 'plain', EndOfBlock: 'plain' },
    ...{ BlackIs1: 'plain', DamagedRowsBeforeError: 'plain', ColorTransform: 'plain', JBIG2Globals: 'data' },
  },
}

/** Additional keys of the page tree in the new file. */
const frame = {
  ...{ Pages: 'plain', Kids: 'plain', Count: 'plain', Parent: 'plain', MediaBox: 'plain', CropBox: 'plain' },
  ...{ Rotate: 'plain', UserUnit: 'plain', Resources: 'resources', Contents: 'plain', Group: 'group' },
}

/** Every key that a rewritten file may have, except the names that pages give to their fonts, pictures and the like. */
export const allowedKeys: ReadonlySet<string> = new Set(
  [...Object.values(shapes), stream, named, frame].flatMap((shape) => Object.keys(shape)),
)

/** The keys whose dictionaries have such names. */
export const namesBehind: ReadonlySet<string> = new Set([...Object.keys(shapes.resources ?? {}), 'CharProcs'])
