import type { RawXml } from '../explain/compiler.js';
import { asEntry, asMember } from './raw-check.js';
import { openRawElement } from './raw-element.js';
import { rawPlaces } from './raw-value.js';

/**
 * Finished elements (XM-1 to XM-6). An element is accepted if the JSON that it is read as would be accepted at its place: it is decoded
 * without tolerance, and what comes out is encoded. What that writes is discarded, and the bytes of the element are written as they are.
 */
export const rawXml: RawXml = { ...rawPlaces, open: openRawElement, asMember, asEntry };
