import { type OpenAPI31Object, printOpenApi, toOpenApi30 } from '@soapstone/openapi-generator';
import type { ServedService } from '../local-servers/served-service.js';

/** Prints a document of a service for one base address, as OpenAPI 3.0, and keeps it as long as the service: it takes seconds for a large one. */
export function keptDocument(
  generate: (served: ServedService, baseUrl: string) => OpenAPI31Object,
): (served: ServedService, baseUrl: string) => string {
  const kept = new WeakMap<ServedService, { readonly baseUrl: string; readonly text: string }>();
  return (served, baseUrl) => {
    const known = kept.get(served);
    if (known?.baseUrl === baseUrl) return known.text;
    const text = printOpenApi(toOpenApi30(generate(served, baseUrl)), 'json');
    kept.set(served, { baseUrl, text });
    return text;
  };
}
