export {
  type HeaderPart,
  KEY_IDENTIFIERS,
  type KeyIdentifier,
  REQUEST_PARTS,
  type RequestPart,
  type SignatureProfile,
} from '@soapstone/credentials';
