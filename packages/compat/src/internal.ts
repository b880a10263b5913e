/**
 * The exports for other Soapstone packages, without a compatibility promise.
 *
 * @module
 */
export { callOptionAdvice, optionAdvice } from './options/option-names.js';
