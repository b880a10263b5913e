export {
  KEY_TYPES,
  type StsOptions,
  TOKEN_TYPES,
  TRUST_VERSIONS,
} from '@soapstone/credentials';
