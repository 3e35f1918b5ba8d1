import { StyleSheet } from '@react-pdf/renderer'
import { ink } from '../../../infra/pdf/colours.ts'

const side = 48
const row = { flexDirection: 'row', justifyContent: 'space-between' } as const

/** Styles of a statement's parts, in points. */
export const looks = StyleSheet.create({
  page: {
    ...{ paddingTop: 52, paddingBottom: 70, paddingHorizontal: side, backgroundColor: '#ffffff' },
    ...{ fontFamily: 'Noto Sans', fontSize: 9, lineHeight: 1.4, color: ink.ink },
  },
  band: { position: 'absolute', top: 0, left: 0, right: 0, height: 26, backgroundColor: ink.indigo },
  head: { ...row, alignItems: 'flex-start', marginBottom: 18 },
  lockup: { width: 164.6, height: 32, marginTop: 4 },
  right: { alignItems: 'flex-end' },
  title: { fontFamily: 'Brygada', fontWeight: 600, fontSize: 26, lineHeight: 1.15 },
  lab: { fontWeight: 600, fontSize: 11 },
  small: { fontSize: 8.5, color: ink.muted },
  sum: { ...row, paddingVertical: 3, borderBottomWidth: 0.75, borderBottomColor: ink.hair },
  closing: {
    ...{ ...row, alignItems: 'center', backgroundColor: ink.sand, borderRadius: 8 },
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
    ...{ borderBottomWidth: 0.75, borderBottomColor: ink.hair },
  },
  time: { width: 30, color: ink.muted },
  words: { flexGrow: 1, flexShrink: 1, flexBasis: 0 },
  order: { width: 130 },
  amount: { width: 78, textAlign: 'right', fontWeight: 600 },
  balance: { width: 84, textAlign: 'right', color: ink.muted },
  foot: {
    ...{ position: 'absolute', bottom: 24, left: side, right: side },
    ...{ borderTop: `0.75pt solid ${ink.hair}`, paddingTop: 6 },
  },
})
