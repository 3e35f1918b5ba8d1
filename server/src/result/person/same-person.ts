/**
 * When two orders are about the same person. An address alone never says it, as a family may share a mailbox and a phone.
 *
 * - The database says it of consents and of proofs, as `person_of(order)`: name, sex, date of birth, and the email by which
 *   the patient was asked. An order without a date of birth is about nobody else until its patient has stated the date.
 * - `isSamePerson` says it of orders that one reader may read anyway, each for itself: there the phone may stand for the email.
 * - `isSameName` and `namesAgree` of the contract compare the name of an account with the name of a patient, where the
 *   account is to be that patient.
 */

/** What an order says of whom it is about. */
export type About = {
  readonly folded_name: string
  readonly patient_gender: string
  readonly patient_born_on: string | null
  readonly patient_email: string
  readonly patient_phone: string
}

/**
 * Whether two orders that one reader may read are about the same person for certain: name, sex and date of birth are the
 * same, and so is the email or the phone. An order without a date of birth is about nobody else.
 */
export function isSamePerson(one: About, other: About): boolean {
  return (
    one.patient_born_on !== null &&
    one.patient_born_on === other.patient_born_on &&
    one.folded_name === other.folded_name &&
    one.patient_gender === other.patient_gender &&
    (one.patient_email.toLowerCase() === other.patient_email.toLowerCase() ||
      one.patient_phone === other.patient_phone)
  )
}

/** Orders by the person they are about. Who changed the email first and the phone later is one person still. */
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
