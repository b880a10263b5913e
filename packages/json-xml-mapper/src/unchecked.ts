/**
 * `@soapstone/json-xml-mapper/unchecked`: the mapper for compositions of Soapstone whose arguments are all made by our own code. It may
 * change in any release.
 */
export { createUncheckedMapper } from './mapper.js';
