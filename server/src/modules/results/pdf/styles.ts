import { StyleSheet } from '@react-pdf/renderer'
import { colours } from '../../../infra/pdf/colours.ts'

const side = 48
const row = { flexDirection: 'row', justifyContent: 'space-between' } as const

/** Styles of each part of a report's PDF, in points. */
export const styles = StyleSheet.create({
  page: {
    ...{ paddingTop: 52, paddingBottom: 48, paddingHorizontal: side, backgroundColor: '#ffffff' },
    ...{ fontFamily: 'Noto Sans', fontSize: 10, lineHeight: 1.4, color: colours.ink },
  },
  lab: { fontFamily: 'Brygada', fontWeight: 600, fontSize: 22, lineHeight: 1.2 },
  small: { fontSize: 8.5, color: colours.muted },
  head: {
    ...{ borderBottomWidth: 0.75, borderBottomColor: colours.hair },
    ...{ paddingBottom: 10, marginBottom: 12 },
  },
  demo: {
    ...{
      backgroundColor: colours.warnTint,
      color: colours.warn,
      borderRadius: 6,
      fontWeight: 600,
      fontSize: 9.5,
    },
    ...{ paddingVertical: 5, paddingHorizontal: 10, marginBottom: 10 },
  },
  facts: { flexDirection: 'row', flexWrap: 'wrap', columnGap: 24, rowGap: 4, marginBottom: 10 },
  fact: { width: 150 },
  label: { fontSize: 8.5, color: colours.muted },
  value: { fontSize: 10 },
  title: { fontFamily: 'Brygada', fontWeight: 600, fontSize: 16, lineHeight: 1.3 },
  table: { marginTop: 4, marginBottom: 8 },
  heading: {
    ...{ ...row, columnGap: 12, paddingVertical: 4, backgroundColor: colours.sand, borderRadius: 6 },
    ...{ marginHorizontal: -8, paddingHorizontal: 8 },
  },
  line: {
    ...{ ...row, columnGap: 12, paddingVertical: 1.5, fontSize: 9.5 },
    ...{ borderBottomWidth: 0.75, borderBottomColor: colours.hair },
  },
  name: { flexGrow: 1, flexShrink: 1, flexBasis: 0 },
  figure: { width: 120, fontWeight: 600 },
  said: { width: 92 },
  mark: { width: 92, fontWeight: 600 },
  long: { flexGrow: 2, flexShrink: 1, flexBasis: 0 },
  attached: { marginTop: 4, marginBottom: 8 },
  note: { fontSize: 9, marginBottom: 2 },
  check: {
    ...{ flexDirection: 'row', columnGap: 14, alignItems: 'center', marginTop: 6, padding: 7 },
    ...{ backgroundColor: colours.paper, borderRadius: 8, borderWidth: 0.75, borderColor: colours.hair },
  },
  qrCode: { width: 60, height: 60 },
  checkText: { flexGrow: 1, flexShrink: 1, flexBasis: 0 },
  code: { fontWeight: 600, fontSize: 13, letterSpacing: 0.6 },
  foot: {
    ...{ position: 'absolute', bottom: 18, left: side, right: side },
    ...{ ...row, borderTop: `0.75pt solid ${colours.hair}`, paddingTop: 6 },
  },
})
