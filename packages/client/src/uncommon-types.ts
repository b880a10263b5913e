/**
 * A part of the runtime of generated clients that only some of them need: lists, dates, durations, bytes and XML names in inputs. It is a
 * separate entry point for the reason that `uncommon-content` is one.
 *
 * @packageDocumentation
 */

export { uncommonTypes } from '@soapstone/json-xml-mapper/internal/uncommon-types';
