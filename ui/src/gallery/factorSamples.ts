// States of the second factor.
import type { SecondFactorView } from 'core-wasm';

const nothing: SecondFactorView = {
  step: 'password',
  saving: false,
  secret: '',
  uri: '',
  recoveryCodes: [],
  own: undefined,
  codeError: undefined,
  passwordError: undefined,
  error: undefined,
};
const text = (key: string, params: Readonly<Record<string, string>> = {}) => ({ key, params, fallback: undefined });
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const setUp: SecondFactorView = {
  ...nothing,
  step: 'firstCode',
  secret,
  uri: `otpauth://totp/Agente:juliana.castro?secret=${secret}&issuer=Agente`,
};
const recovery: SecondFactorView = {
  ...nothing,
  step: 'recoveryCodes',
  recoveryCodes: [
    'K7QM-2HXD-9RTB-W4PV',
    '3FJN-YC8S-LA6Z-E5GU',
    'B2TR-6WKP-X9DM-H4QC',
    'N8VE-A3JS-7GYL-Z5UF',
    'P4XC-R9HB-2TQK-M6WD',
    'Y7GZ-L3NF-8SEA-J5VU',
    'D9KB-4MRT-C2PX-Q6HW',
    'F5UJ-S8YN-3VLE-A7ZG',
    'W6QH-T2DC-K9XB-R4MP',
    'Z3LA-G7FU-5JVN-E8YS',
  ],
};

/** Samples by the last part of a sheet's name. */
export const factorStates: Readonly<Record<string, SecondFactorView>> = {
  code: { ...nothing, step: 'appCode' },
  codeWrong: { ...nothing, step: 'appCode', codeError: text('secondFactor.code.wrong') },
  codePending: { ...nothing, step: 'appCode', saving: true },
  tooMany: { ...nothing, step: 'appCode', error: text('secondFactor.tooMany', { seconds: '8' }) },
  recovery: { ...nothing, step: 'recoveryCode' },
  recoveryWrong: { ...nothing, step: 'recoveryCode', codeError: text('secondFactor.code.recoveryWrong') },
  setUp,
  setUpWrong: { ...setUp, codeError: text('secondFactor.code.wrong') },
  codes: recovery,
  codesPending: { ...recovery, saving: true },
  off: { ...nothing, own: { policy: 'optional', active: false, recoveryCodesLeft: 0 } },
  offWrong: {
    ...nothing,
    own: { policy: 'optional', active: false, recoveryCodesLeft: 0 },
    passwordError: text('password.form.currentWrong'),
  },
  on: { ...nothing, own: { policy: 'optional', active: true, recoveryCodesLeft: 9 } },
  required: { ...nothing, own: { policy: 'required', active: true, recoveryCodesLeft: 1 } },
  loading: nothing,
  failed: { ...nothing, error: text('secondFactor.failed') },
};
