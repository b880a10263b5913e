import type { Target } from './resolve.js';

/** The size in bytes from which a binary value becomes a MIME part, as in CXF. */
const XOP_THRESHOLD = 1024;

/** Whether the requests of an operation are packed with MTOM (AT-1): where the owner says so, else where the WSDL requires it. */
export function usesMtom({ port, service }: Pick<Target, 'port' | 'service'>): boolean {
  const { mtom = 'auto' } = service.service.settings;
  return mtom === 'auto' ? port?.mtom === 'required' : mtom === 'always';
}

/** Returns the option for encoding a request that may be packed. */
export function packingOptions(target: Target): { readonly xopThreshold?: number } {
  return usesMtom(target) ? { xopThreshold: XOP_THRESHOLD } : {};
}
