/**
 * A part of the runtime of generated clients that only some of them need. It is an entry of its own, because bundlers do not leave out what an
 * entry imports and something else loads on demand.
 *
 * @packageDocumentation
 */

export { uncommonContent } from '@soapstone/json-xml-mapper/internal/uncommon-content';
