/**
 * `@soapstone/soap-transport/internal/secured`: what secures messages over another transport, without code that opens connections. It may
 * change in any release.
 */

export type { CallSignal } from '../reliability/call-scope.js';
export { within } from '../reliability/within.js';
export { DEFAULT_TRANSPORT_LIMITS } from '../transport-limits.js';
export { assertPackable } from './packable.js';
export { receive } from './receive.js';
