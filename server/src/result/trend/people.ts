/** What an order says of whom it is about. */
export type About = {
  readonly folded_name: string
  readonly patient_gender: string
  readonly patient_born_on: string | null
  readonly patient_email: string
  readonly patient_phone: string
}

/**
 * Whether two orders that one reader may read are about the same person for certain: name, sex and day of birth are the
 * same, and so is the email or the phone number. Without a day of birth nobody is anybody else.
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
