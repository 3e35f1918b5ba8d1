import type { Input } from './inputs.ts'

const none = () => ({})
const email = 'somebody@matrix.example'
const code = '00000'
const password = 'Okro soup at nine 47'

const assertion = { id: 'none', clientDataJSON: 'none', authenticatorData: 'none', signature: 'none' }

/** Valid inputs of each call about accounts and sessions. */
export const accountInputs: Readonly<Record<string, () => Input>> = {
  createAccount: () => ({
    body: {
      email,
      password,
      phone: '2348031234567',
      username: 'ngozi',
      location: 'Yaba',
      source: 'web',
      type: 'user',
      name: 'Ngozi Ade',
      branch: 'at_home_service',
    },
  }),
  resendCode: () => ({ body: { email } }),
  verifyAccount: () => ({ body: { email, code } }),
  forgotPassword: () => ({ body: { email } }),
  verifyCode: () => ({ body: { email, code } }),
  updatePassword: () => ({ body: { email, code, password } }),
  signIn: none,
  signOut: none,
  listOwnDevices: none,
  endDevice: () => ({ params: { device: '00000000-0000-4000-8000-000000000000' } }),
  endOtherDevices: none,
  readSecondFactor: none,
  startSecondFactor: none,
  confirmSecondFactor: () => ({ body: { code: '123456' } }),
  endSecondFactor: none,
  listPasskeys: none,
  startPasskey: none,
  // They are not signed.
  addPasskey: () => ({
    body: { id: 'none', clientDataJSON: 'none', attestationObject: 'none', transports: ['internal'] },
  }),
  removePasskey: () => ({ params: { passkey: '00000000-0000-4000-8000-000000000000' } }),
  startPasskeySignIn: none,
  passkeySignIn: () => ({ body: assertion }),
  startPasskeyConfirmation: none,
  confirmWithPasskey: () => ({ body: assertion }),
  myProfile: none,
  completeProfile: () => ({ body: { name: 'Ngozi Ade', phone: '2348031234567' } }),
  deleteAccount: () => ({ body: { password } }),
  mailLoginLink: () => ({ body: { email } }),
  openLoginLink: () => ({ body: { email, token: 'nobody-was-mailed-this-one' } }),
  passSecondFactor: () => ({ body: { challenge: 'nobody-has-this-challenge', code: '123456' } }),
}
