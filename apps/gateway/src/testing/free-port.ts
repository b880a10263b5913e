export { freePort } from '@soapstone/rate-limiter/testing';
