/**
 * A part of the runtime of generated clients that only some of them need. It is a separate entry point, because bundlers keep a
 * module that the main entry imports even if everything else loads it on demand.
 *
 * @packageDocumentation
 */

export { uncommonContent } from '@soapstone/json-xml-mapper/internal/uncommon-content';
