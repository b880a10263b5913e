export { DERIVED_KEYS, type SessionProfile } from '@soapstone/credentials';
