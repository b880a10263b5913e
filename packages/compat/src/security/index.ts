export * from './logins.js';
export * from './message-security.js';
