import * as contract from '@labalaba/contract'
import { expect, test } from 'vitest'
import { openApi } from './openapi.ts'

const served = [
  ...[contract.listOrders, contract.payOrder, contract.createAccount, contract.readSite, contract.signIn],
]
const document = JSON.parse(JSON.stringify(openApi(served, 'https://labalaba.example')))
const { paths } = document

test('an optional body is not required, and another is', () => {
  expect(paths['/v0/orders/{reference}/payments'].post.requestBody.required).toBe(false)
  expect(paths['/v0/createAccount'].post.requestBody.required).toBe(true)
  expect(paths['/v0/'].post.requestBody).toBeUndefined()
})

test('a paged answer has its page numbers', () => {
  const schemaOf = (path: string) => paths[path].get.responses[200].content['application/json'].schema
  expect(schemaOf('/v0/orders').properties.pagination.properties).toHaveProperty('totalPages')
  expect(schemaOf('/v0/orders').required).toContain('pagination')
  expect(schemaOf('/v0/site').properties).not.toHaveProperty('pagination')
})

test('every refusal has the same envelope, including those of any call', () => {
  expect(document.components.schemas.Error.required).toEqual(['status', 'message', 'code', 'data'])
  const schema = { $ref: '#/components/schemas/Error' }
  const { responses } = paths['/v0/orders/{reference}/payments'].post
  for (const status of ['400', '401', '409', '429', '503'])
    expect(responses[status].content).toEqual({ 'application/json': { schema } })
  expect(responses['401'].description).toContain('`session_expired`')
  expect(paths['/v0/site'].get.responses).not.toHaveProperty('401')
  expect(paths['/v0/site'].get.responses).toHaveProperty('429')
})

test('every call has a unique name', () => {
  const operations: { operationId: string }[] = Object.values(paths).flatMap((path) =>
    Object.values(Object(path)),
  )
  const names = operations.map(({ operationId }) => operationId)
  expect(names).toEqual([
    ...['listOrders', 'payOrder', 'createAccount', 'readSite', 'signIn', 'receivePaystackEvent'],
  ])
})

test('the webhook of Paystack is listed with its signature', () => {
  const { post } = paths['/v0/webhooks/paystack']
  expect(post.parameters).toMatchObject([{ name: 'x-paystack-signature', in: 'header', required: true }])
  expect(post.responses).toHaveProperty('401')
})
