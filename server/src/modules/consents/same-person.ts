/**
 * When two orders are about the same person. An email alone never decides it, as a family may share a mailbox and a phone.
 *
 * - The database decides it for consents and proofs, as `person_of(order)`: name, sex, date of birth, and the patient's
 *   email of the order. An order without a date of birth matches no other until its patient has stated the date.
 * - `isSamePerson` decides it for orders that one reader may read anyway: there the same phone is enough instead of the
 *   email.
 * - `isSameName` and `namesAgree` of the contract compare the name of an account with the patient's name, if the account
 *   claims to be that patient.
 */

/** The fields of an order that identify its patient. */
export type About = {
  readonly folded_name: string
  readonly patient_gender: string
  readonly patient_born_on: string | null
  readonly patient_email: string | null
  readonly patient_phone: string
}

/**
 * Whether two orders that one reader may read are certainly about the same person: name, sex and date of birth are the
 * same, and so is the email or the phone. An order without a date of birth matches no other.
 */
export function isSamePerson(one: About, other: About): boolean {
  return (
    one.patient_born_on !== null &&
    one.patient_born_on === other.patient_born_on &&
    one.folded_name === other.folded_name &&
    one.patient_gender === other.patient_gender &&
    (isSameEmail(one.patient_email, other.patient_email) || one.patient_phone === other.patient_phone)
  )
}

function isSameEmail(one: string | null, other: string | null): boolean {
  return one !== null && one.toLowerCase() === other?.toLowerCase()
}

/**
 * Groups orders by person. An order that matches two groups joins them, as for a patient who changed the email and later
 * the phone.
 */
export function byPerson<Order extends About>(orders: readonly Order[]): Order[][] {
  const people: Order[][] = []
  for (const order of orders) {
    const same = people.filter((own) => own.some((one) => isSamePerson(one, order)))
    const [first] = same
    if (!first) people.push([order])
    else {
      const others = same.slice(1)
      first.push(...others.flat(), order)
      for (const other of others) people.splice(people.indexOf(other), 1)
    }
  }
  return people
}
