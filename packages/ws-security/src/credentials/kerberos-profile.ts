export type { KerberosProfile } from '@soapstone/credentials';
