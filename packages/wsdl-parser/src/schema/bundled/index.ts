import type { SchemaDocument } from '../../documents/schema-document.js';

/** How the file name of a bundled schema begins; no document of a description can be called so. */
export const BUNDLED_FILE_PREFIX = 'bundled:';

const BUNDLED_SCHEMAS: ReadonlyMap<string, string> = new Map<string, string>();

/** The text of the schema that is bundled for `namespace` (Annex A), or `undefined`. */
export function bundledSchema(namespace: string): string | undefined {
  return BUNDLED_SCHEMAS.get(namespace);
}

/** Whether `document` is one of the bundled schemas: it stands behind what a description supplies (MO-3). */
export function isBundledSchema(document: SchemaDocument): boolean {
  return document.root.location.file.startsWith(BUNDLED_FILE_PREFIX);
}
