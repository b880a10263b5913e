export {
  DIGEST_ALGORITHMS,
  type DigestAlgorithm,
  MAC_ALGORITHMS,
  type MacAlgorithm,
  SIGNATURE_ALGORITHMS,
  type SignatureAlgorithm,
} from '@soapstone/credentials';
