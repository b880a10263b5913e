export type { ClientCertificate } from '@soapstone/credentials';
