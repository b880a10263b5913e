import { SOAP12_RPC } from '@soapstone/soap-model/namespaces';
import type { XmlName } from '../../xml/xml-name.js';

/**
 * Whether the last start tag is `rpc:result` of SOAP 1.2. It names the accessor with the return value, which JSON does not
 * need, so it is skipped (EN-6).
 */
export function isRpcResult(name: XmlName): boolean {
  return name.localName === 'result' && name.namespace === SOAP12_RPC;
}
