import { StyleSheet } from '@react-pdf/renderer'
import { colours } from '../../../infra/pdf/colours.ts'

const side = 48
const row = { flexDirection: 'row', justifyContent: 'space-between' } as const

/** The styles of a receipt, in points. The digits of Noto Sans have equal widths. */
export const styles = StyleSheet.create({
  page: {
    ...{ paddingTop: 52, paddingBottom: 76, paddingHorizontal: side, backgroundColor: '#ffffff' },
    ...{ fontFamily: 'Noto Sans', fontSize: 10, lineHeight: 1.4, color: colours.ink },
  },
  head: { ...row, alignItems: 'flex-start', marginBottom: 18 },
  headRight: { alignItems: 'flex-end' },
  title: { fontFamily: 'Brygada', fontWeight: 600, fontSize: 26, lineHeight: 1.15 },
  number: { fontWeight: 600, fontSize: 11 },
  small: { fontSize: 8.5, color: colours.muted },
  demo: {
    ...{
      backgroundColor: colours.warnTint,
      color: colours.warn,
      borderRadius: 6,
      fontWeight: 600,
      fontSize: 9.5,
    },
    ...{ paddingVertical: 5, paddingHorizontal: 10, marginBottom: 14 },
  },
  facts: { flexDirection: 'row', flexWrap: 'wrap', columnGap: 24, rowGap: 6, marginBottom: 12 },
  fact: { width: 237 },
  label: { fontSize: 8.5, color: colours.muted },
  value: { fontSize: 10 },
  bill: { marginBottom: 12 },
  heading: {
    fontFamily: 'Brygada',
    fontWeight: 600,
    fontSize: 14,
    lineHeight: 1.3,
    marginTop: 6,
    marginBottom: 4,
  },
  item: {
    ...row,
    columnGap: 24,
    paddingVertical: 3,
    borderBottomWidth: 0.75,
    borderBottomColor: colours.hair,
  },
  sum: { ...row, columnGap: 24, paddingVertical: 3, color: colours.muted },
  rowLabel: { flexGrow: 1, flexShrink: 1, flexBasis: 0 },
  amount: { textAlign: 'right' },
  total: {
    ...{ ...row, alignItems: 'center', backgroundColor: colours.sand, borderRadius: 8 },
    ...{ paddingVertical: 7, paddingHorizontal: 14, marginVertical: 4, marginHorizontal: -14 },
  },
  totalLabel: { fontFamily: 'Brygada', fontWeight: 600, fontSize: 14, lineHeight: 1.3 },
  totalAmount: { fontWeight: 600, fontSize: 15, lineHeight: 1.3 },
  note: { fontSize: 9.5, marginBottom: 4 },
  foot: {
    ...{ position: 'absolute', bottom: 24, left: side, right: side },
    ...{ borderTop: `0.75pt solid ${colours.hair}`, paddingTop: 6 },
  },
  footHead: row,
  company: { fontSize: 9.5, fontWeight: 600 },
})
