export { PASSWORD_KEY_CIPHERS, type PasswordKeyProfile } from '@soapstone/credentials';
