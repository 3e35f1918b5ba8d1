export {
  type AccountSummary,
  accountById,
  accountNamed,
  accountNames,
  accountOfEmail,
  bookingDoctorName,
  consentOf,
  createOperator,
  createVerifiedAccount,
  doctorNameOf,
  noteAccountEvent,
} from './accounts.ts'
export { type CodeMail, codeMail } from './code/codes.ts'
export {
  assertActive,
  forgetOldDeletionNotices,
  lockActive,
  lockIfActive,
  type OnAccountDeleted,
} from './deletion/deletion.ts'
export { deletionNoticeOf, forgetDeletionNotice, shareLockedState } from './deletion/repository.ts'
export { browserName } from './device/browser.ts'
export { isSameMailbox, mailboxOf } from './mailbox.ts'
export { importPasswords } from './password/import-passwords.ts'
export { type Hasher, openHasher } from './password/passwords.ts'
export { hasDemoAccounts, isVerifiedDoctor } from './repository.ts'
export { accountRoutes } from './routes.ts'
export { resetFactorByEmail } from './second-factor/settings.ts'
export { deleteExpiredLoginData, noteChange, openIdentify } from './sessions.ts'
export { type ListedStaff, listStaff, type StaffRow, staffById, staffOfAccount } from './staff/repository.ts'
export {
  acceptInvitation,
  invitationToken,
  inviteStaff,
  isOpen,
  openInvitation,
  renewInvitation,
  resetSecondFactor,
  restoreStaff,
  revokeInvitation,
  suspendStaff,
} from './staff/staff.ts'
export { isKnownDevice } from './tries/repository.ts'
export { forgetTriedPasswords } from './tries/spraying.ts'
