/**
 * What `labalaba_reports` can see: money and statistics. No name, contact, birth date or address of a patient, no order
 * number, no result. A person's account is only a number.
 */
export const reported: Readonly<Record<string, 'all' | readonly string[]>> = {
  ledger_account: 'all',
  ledger_posting: ['id', 'kind', 'at'],
  ledger_line: 'all',
  payment: [
    ...['id', 'order_id', 'due_kobo', 'state', 'settles_order', 'captured_kobo', 'captured_currency'],
    ...['fee_kobo', 'channel', 'hold_reason', 'started_at', 'paid_at', 'credit_kobo'],
  ],
  payment_event: ['id', 'payment_id', 'verb', 'from_state', 'to_state', 'at'],
  refund: [
    ...['id', 'payment_id', 'amount_kobo', 'state', 'requested_at', 'ended_at', 'actor', 'source_kobo'],
    ...['credit_kobo', 'origin', 'lab_kobo', 'doctor_kobo', 'phlebotomist_kobo', 'platform_kobo', 'outside'],
  ],
  dispute: ['id', 'payment_id', 'amount_kobo', 'category', 'status', 'resolution', 'due_at', 'opened_at'],
  money_case: ['id', 'kind', 'amount_kobo', 'opened_at', 'due_at', 'closed_at'],
  ...{ receipt_year: 'all', reconciliation: 'all', rate: 'all' },

  lab_order: [
    ...[
      'id',
      'state',
      'lab_id',
      'location_id',
      'lab_slug',
      'lab_name',
      'location_name',
      'mode',
      'test_count',
    ],
    ...[
      'sub_total_kobo',
      'collection_fee_kobo',
      'total_kobo',
      'rate_id',
      'lab_share_kobo',
      'doctor_share_kobo',
    ],
    ...['phlebotomist_share_kobo', 'platform_share_kobo', 'demo', 'created_at', 'paid_at', 'expires_at'],
    ...['collection_on', 'collection_state', 'held_seconds', 'fee_earned_at'],
  ],
  lab_order_line: ['order_id', 'position', 'test_id', 'name', 'price_kobo', 'turnaround_hours'],
  lab_order_event: ['id', 'order_id', 'verb', 'from_state', 'to_state', 'at'],
  collection: [
    ...['id', 'order_id', 'state', 'visit_on', 'visit_time', 'area_state', 'round', 'arrived_at'],
    ...['collected_at', 'delivered_at', 'delivered_count', 'missed_reason', 'opened_at'],
  ],
  specimen: [
    ...['id', 'order_id', 'specimen', 'container', 'state', 'expected_at', 'collected_at', 'received_at'],
    ...['rejected_at', 'rejected_reason', 'given_up_at'],
  ],
  report: ['id', 'order_id', 'position', 'test_id', 'test_name'],
  report_version: [
    ...['report_id', 'number', 'state', 'entered_at', 'verified_at', 'released_at', 'withdrawn_at'],
    'withdrawn_because',
  ],

  ...{ lab: 'all', lab_location: 'all', test: 'all', department: 'all', package_test: 'all', purpose: 'all' },
  ...{
    purpose_test: 'all',
    offer: 'all',
    price_history: 'all',
    test_market: 'all',
    place: 'all',
    slot: 'all',
  },
  ...{ location_pause: 'all', invariant_check: 'all' },
}
