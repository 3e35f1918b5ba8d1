import type { Statement } from './store.ts'

/** An order with its location. Parameter: its reference. */
export const orderByReference: Statement = {
  name: 'order',
  text: `select o.*, place.landmark, place.area, place.state as place_state, place.opening_hours
    from lab_order o join lab_location place on place.id = o.location_id where o.reference = $1`,
}

export const linesOfOrder: Statement = {
  name: 'lines',
  text: `select name, includes, price_kobo as amount, fasting_hours as "fastingHours", preparation, specimen,
      turnaround_hours as "turnaroundHours" from lab_order_line where order_id = $1 order by position`,
}

export const paymentsOfOrder: Statement = {
  name: 'payments',
  text: 'select * from payment where order_id = $1 order by id desc',
}

export const linkOfOrder: Statement = {
  name: 'link',
  text: `select * from payment_link where order_id = $1 order by state = 'active' desc, created_at desc limit 1`,
}

export const eventsOfOrder: Statement = {
  name: 'events',
  text: 'select verb, at from lab_order_event where order_id = $1 order by id',
}
