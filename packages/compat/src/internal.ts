/**
 * What other Soapstone packages import, without a compatibility promise.
 *
 * @module
 */
export { callOptionAdvice, optionAdvice } from './options/option-names.js';
