export type { SamlProfile } from '@soapstone/credentials';
