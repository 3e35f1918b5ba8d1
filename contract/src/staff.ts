import * as z from 'zod/mini'
import { challenge, email, phone } from './account.ts'
import { endpoint } from './endpoint.ts'
import { name } from './name.ts'
import { paging } from './paging.ts'

/** The duties of lab staff. A result is never verified by the person who entered it, whatever their duties. */
export const duties = ['desk', 'scientist', 'verifier', 'manager'] as const
export const duty = z.enum(duties)
export type Duty = z.infer<typeof duty>

export const staffTypes = ['operator', 'lab', 'phlebotomist'] as const
export type StaffType = (typeof staffTypes)[number]

/** The number of a practising licence of the Medical Laboratory Science Council of Nigeria, as it is printed. */
const licenceNumber = z.string().check(z.trim(), z.regex(/^[A-Za-z0-9][A-Za-z0-9 ./-]{2,39}$/))

/** Letters, digits and the signs of titles, as it is printed: "Medical laboratory scientist, BMLS, FMLSCN". */
const qualification = z.string().check(z.trim(), z.regex(/^\p{L}[\p{L}\p{M}\d .,'’()/&-]{1,59}$/u))

const place = z.object({ address: z.string(), name: z.string() })
const membership = z.object({
  lab: z.object({ slug: z.string(), name: z.string() }),
  duties: z.array(duty),
  /** Where they work; empty means every location of the lab. */
  locations: z.array(place),
  /** Null if it was not given. */
  licence: z.nullable(z.string()),
  qualification: z.nullable(z.string()),
})
export type Membership = z.infer<typeof membership>

const membershipForm = z.strictObject({
  /** The lab's slug. */
  lab: z.string().check(z.minLength(1), z.maxLength(120)),
  duties: z.array(duty).check(z.minLength(1), z.maxLength(duties.length)),
  /** Addresses of the lab's locations; empty means all of them. */
  locations: z.array(z.string().check(z.maxLength(300))).check(z.maxLength(100)),
  /** Printed on the reports that they verify. */
  licence: z._default(z.nullable(licenceNumber), null),
  qualification: z._default(z.nullable(qualification), null),
})
export type MembershipForm = z.output<typeof membershipForm>
/** The same as it is sent: what has a default may be left out. */
export type MembershipSent = z.input<typeof membershipForm>

const staffMember = z.object({
  id: z.string(),
  type: z.enum(staffTypes),
  name: z.string(),
  email: z.string(),
  /** An expired invitation is `lapsed` until it is sent again. */
  state: z.enum(['invited', 'lapsed', 'revoked', 'active', 'suspended', 'deleted']),
  membership: z.nullable(membership),
  /** When and by whom they got these duties; `by` is null for the command line. */
  dutiesGiven: z.nullable(z.object({ at: z.string(), by: z.nullable(z.string()) })),
  invitedAt: z.string(),
  expiresAt: z.string(),
  /** Whether an authenticator app is set up. */
  secondFactor: z.boolean(),
})
export type StaffMember = z.infer<typeof staffMember>

const nothing = z.object({})
const id = z.object({ id: z.string().check(z.uuid()) })
const reason = z.string().check(z.trim(), z.minLength(3), z.maxLength(300), z.regex(/^[^\p{Cc}]*$/u))

export const inviteStaff = endpoint('POST /v0/staff', {
  summary: 'Invites a person by mail to work here, with a link that works once, for a week.',
  access: 'operator',
  recent: true,
  body: z.strictObject({
    type: z.enum(staffTypes),
    email,
    name,
    /** Only for lab staff. */
    membership: z._default(z.nullable(membershipForm), null),
  }),
  reply: z.object({ id: z.string() }),
  refusals: ['address_taken', 'unknown_lab', 'sign_in_again'],
})

export const listStaff = endpoint('GET /v0/staff', {
  summary: 'Everyone who works here or is invited, the newest first.',
  access: 'operator',
  query: z.object({ ...paging, q: z.optional(z.string().check(z.maxLength(100))) }),
  reply: z.array(staffMember),
  paged: true,
})

export const renewInvitation = endpoint('POST /v0/staff/:id/invitation', {
  summary: 'Sends an invitation again, with a new link that works for a week. The earlier link ends.',
  access: 'operator',
  recent: true,
  params: id,
  reply: nothing,
  refusals: ['wrong_state', 'sign_in_again'],
})

export const revokeInvitation = endpoint('DELETE /v0/staff/:id/invitation', {
  summary: 'Takes back an invitation.',
  access: 'operator',
  recent: true,
  params: id,
  reply: nothing,
  refusals: ['wrong_state', 'sign_in_again'],
})

export const changeMembership = endpoint('PUT /v0/staff/:id/membership', {
  summary:
    'Changes the duties, locations, licence number and qualification of a staff member of a lab. Their lab stays.',
  access: 'operator',
  recent: true,
  params: id,
  body: membershipForm,
  reply: nothing,
  refusals: ['unknown_lab', 'wrong_state', 'sign_in_again'],
})

export const suspendStaff = endpoint('POST /v0/staff/:id/suspension', {
  summary: 'Suspends a person at once and ends their sessions. Asking twice is harmless.',
  access: 'operator',
  recent: true,
  params: id,
  body: z.strictObject({ reason }),
  reply: nothing,
  refusals: ['wrong_state', 'last_operator', 'sign_in_again'],
})

export const restoreStaff = endpoint('DELETE /v0/staff/:id/suspension', {
  summary: 'Ends a suspension.',
  access: 'operator',
  recent: true,
  params: id,
  reply: nothing,
  refusals: ['wrong_state', 'sign_in_again'],
})

export const resetSecondFactor = endpoint('DELETE /v0/staff/:id/second-factor', {
  summary:
    'Removes the authenticator app of a person who has lost it, and ends their sessions. They get a mail, and set up another app at their next login.',
  access: 'operator',
  recent: true,
  params: id,
  reply: nothing,
  refusals: ['wrong_state', 'sign_in_again'],
})

/** 256 random bits, in the link of the mail. */
const token = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

export const readInvitation = endpoint('POST /v0/invitation', {
  summary: 'What an invitation is for. Its token is in the body, because it must not be in an address.',
  access: 'public',
  body: z.strictObject({ token }),
  reply: z.object({
    type: z.enum(staffTypes),
    email: z.string(),
    name: z.string(),
    labName: z.nullable(z.string()),
    expiresAt: z.string(),
  }),
  refusals: ['invitation_ended'],
})

export const acceptInvitation = endpoint('POST /v0/invitation/acceptance', {
  summary:
    'Makes the account of the invited person, and answers the challenge that sets up their second factor.',
  access: 'public',
  costly: true,
  body: z.strictObject({ token, name, phone, password: z.string().check(z.minLength(1), z.maxLength(128)) }),
  reply: z.object({ challenge }),
  refusals: ['invitation_ended', 'address_taken', 'weak_password', 'busy'],
})

export const readMembership = endpoint('GET /v0/lab/membership', {
  summary: 'Where the signed-in lab staff work, and what they may do there.',
  access: 'lab',
  reply: membership,
})
