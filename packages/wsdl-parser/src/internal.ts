/**
 * `@soapstone/wsdl-parser/internal`: the parts that other packages of Soapstone share. It may change in any release.
 */
export { DIAGNOSTICS, type DiagnosticTemplate } from './diagnostics.js';
export { withoutComments } from './documents/identify.js';
export { type IdentifiedSource, identifySource } from './documents/identify-source.js';
export { missingByOperation, refuseIncomplete } from './documents/incomplete-operations.js';
export { inTurn, localThenRemote } from './documents/local-then-remote.js';
export { unpackZip } from './documents/zip.js';
export { openText } from './parse-wsdl.js';
export { bundledSchema } from './schema/bundled/index.js';
export { addressProblem } from './wsdl/link/unusable-address.js';
