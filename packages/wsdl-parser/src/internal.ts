/**
 * `@soapstone/wsdl-parser/internal`: what other packages of Soapstone are made of. It may change in any release.
 */
export { DIAGNOSTICS, type DiagnosticTemplate } from './diagnostics.js';
export { unpackZip } from './documents/zip.js';
export { bundledSchema } from './schema/bundled/index.js';
