export {
  type Capture,
  recordRefundDone,
  recordRefundDue,
  recordRefundFailed,
  recordTakings,
  recordUnapplied,
  type Split,
} from './takings.ts'
