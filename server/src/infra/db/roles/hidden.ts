/** What `labalaba_reading` cannot see: whole tables, or some columns. A test requires a decision about each such column. */
export const hidden: Readonly<Record<string, 'all' | readonly string[]>> = {
  // Secrets, codes, and unfinished drafts.
  ...{
    platform_secret: 'all',
    code: 'all',
    phone_code: 'all',
    second_factor: 'all',
    recovery_code_used: 'all',
    passkey: 'all',
    passkey_challenge: 'all',
  },
  ...{
    session: 'all',
    booking_draft: 'all',
    entry_draft: 'all',
    report_upload: 'all',
    audit_chain_end: 'all',
  },
  // Passwords and tries, and mail with working links.
  ...{ known_password: 'all', tried_password: 'all', sign_in_failure: 'all', wrong_code: 'all' },
  ...{ counted_try: 'all', rate_count: 'all', mailbox: 'all' },
  account: ['password_hash', 'device_hash'],
  account_device: ['device_hash'],
  contact_change: ['session_hash', 'token_hash'],
  // Each access to a result from a connected system must be audited, so it can be read only in the portal.
  delivered_report: ['content'],
  delivery: ['identifier_hash', 'content_hash'],
  lab_order: ['client_reference', 'request_hash'],
  lab_system: ['key_hash'],
  list_seen: ['asked'],
  partner_application: ['client_reference', 'request_hash'],
  payment: ['authorization_url', 'card_hash'],
  payment_link: ['token_hash'],
  paystack_event: ['body', 'body_hash'],
  phone_message: ['payload'],
  report_sheet: ['code_hash'],
  result_share: ['token_hash', 'passcode_hash'],
  slot_place: ['held_from'],
  staff_member: ['token_hash'],
}
