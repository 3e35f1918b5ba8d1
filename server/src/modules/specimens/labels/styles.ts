/** One millimetre, in points. */
export const millimetres = 72 / 25.4

/** A label of the strip that label printers take: 50 by 25 mm. */
export const strip: [number, number] = [50 * millimetres, 25 * millimetres]

/** The most common label sheet: three columns and eleven rows, each label 70 by 25.4 mm. */
const cell = { width: 70 * millimetres, height: 25.4 * millimetres }

const black = '#000'
const text = { fontFamily: 'Noto Sans', fontWeight: 400, color: black, lineHeight: 1.15 } as const

export const styles = {
  sheet: {
    flexDirection: 'row',
    flexWrap: 'wrap',
    alignContent: 'flex-start',
    paddingVertical: 8.8 * millimetres,
  },
  cell: { ...cell, alignItems: 'center', justifyContent: 'center' },
  label: {
    width: strip[0],
    height: strip[1] - 0.5,
    paddingTop: 1.4 * millimetres,
    paddingHorizontal: 2.4 * millimetres,
    alignItems: 'center',
  },
  top: { flexDirection: 'row', width: '100%', height: 12.4 * millimetres },
  words: { flex: 1, paddingRight: 1.5 * millimetres },
  patient: { ...text, fontWeight: 600, fontSize: 7.5 },
  line: { ...text, fontSize: 5.6 },
  small: { ...text, fontSize: 5 },
  qrCode: { width: 11 * millimetres, height: 11 * millimetres },
  accession: { ...text, fontWeight: 600, fontSize: 7, letterSpacing: 0.6, marginTop: 0.4 * millimetres },
} as const
