export {
  type SignedPart,
  trustsCertificates,
  type VerifyProfile,
} from '@soapstone/credentials';
