import { StyleSheet } from '@react-pdf/renderer'
import { colours } from '../../../infra/pdf/colours.ts'

const side = 48
const row = { flexDirection: 'row', justifyContent: 'space-between' } as const

/** Styles of a statement's parts, in points. */
export const styles = StyleSheet.create({
  page: {
    ...{ paddingTop: 52, paddingBottom: 70, paddingHorizontal: side, backgroundColor: '#ffffff' },
    ...{ fontFamily: 'Noto Sans', fontSize: 9, lineHeight: 1.4, color: colours.ink },
  },
  head: { ...row, alignItems: 'flex-start', marginBottom: 18 },
  right: { alignItems: 'flex-end' },
  title: { fontFamily: 'Brygada', fontWeight: 600, fontSize: 26, lineHeight: 1.15 },
  lab: { fontWeight: 600, fontSize: 11 },
  small: { fontSize: 8.5, color: colours.muted },
  sum: { ...row, paddingVertical: 3, borderBottomWidth: 0.75, borderBottomColor: colours.hair },
  closing: {
    ...{ ...row, alignItems: 'center', backgroundColor: colours.sand, borderRadius: 8 },
    ...{ paddingVertical: 7, paddingHorizontal: 14, marginVertical: 6, marginHorizontal: -14 },
  },
  closingWords: { fontFamily: 'Brygada', fontWeight: 600, fontSize: 14, lineHeight: 1.3 },
  closingAmount: { fontWeight: 600, fontSize: 14, lineHeight: 1.3 },
  day: {
    fontFamily: 'Brygada',
    fontWeight: 600,
    fontSize: 12,
    lineHeight: 1.3,
    marginTop: 10,
    marginBottom: 3,
  },
  line: {
    ...{ flexDirection: 'row', columnGap: 10, paddingVertical: 3 },
    ...{ borderBottomWidth: 0.75, borderBottomColor: colours.hair },
  },
  time: { width: 30, color: colours.muted },
  words: { flexGrow: 1, flexShrink: 1, flexBasis: 0 },
  order: { width: 130 },
  amount: { width: 78, textAlign: 'right', fontWeight: 600 },
  balance: { width: 84, textAlign: 'right', color: colours.muted },
  foot: {
    ...{ position: 'absolute', bottom: 24, left: side, right: side },
    ...{ borderTop: `0.75pt solid ${colours.hair}`, paddingTop: 6 },
  },
})
