export { CLIENT_ASSERTION_ALGORITHMS, type OAuthProfile } from '@soapstone/credentials';
