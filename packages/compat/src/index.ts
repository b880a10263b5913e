/**
 * Runs programs that were written for node-soap: its functions, options, events and objects, over Soapstone's parser and transport.
 *
 * @module
 */
import * as api from './api.js';

/** All of it, for `import soap from '@soapstone/compat'`. */
const soap: typeof api = api;

export * from './api.js';
export default soap;
