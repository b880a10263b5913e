export type { DecryptionProfile, EncryptedPart, EncryptionProfile } from '@soapstone/credentials';
