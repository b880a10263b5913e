export type { NtlmProfile } from '@soapstone/credentials';
