export {
  type Capture,
  recordRefundDone,
  recordRefundDue,
  recordRefundFailed,
  recordTakings,
  recordUnapplied,
  type Split,
  walletOf,
} from './takings.ts'
