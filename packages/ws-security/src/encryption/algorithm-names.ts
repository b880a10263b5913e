export {
  CONTENT_CIPHERS,
  type ContentCipher,
  KEY_TRANSPORTS,
  type KeyTransport,
} from '@soapstone/credentials';
