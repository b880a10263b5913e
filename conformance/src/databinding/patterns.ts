import { BUILTIN_TYPES } from './builtin-types.js';
import { CONTENT_MODELS } from './content-models.js';
import { DECLARATIONS } from './declarations.js';
import { DERIVATION } from './derivation.js';
import { ENUMERATIONS } from './enumerations.js';
import { FACETS } from './facets.js';
import { OCCURRENCE } from './occurrence.js';
import type { Pattern } from './pattern.js';
import { SCHEMA_DOCUMENTS } from './schema-documents.js';
import { VALUES } from './values.js';
import { WILDCARDS } from './wildcards.js';

/** Every pattern, in the groups of its table. */
export const PATTERNS: readonly Pattern[] = [
  ...SCHEMA_DOCUMENTS,
  ...DECLARATIONS,
  ...OCCURRENCE,
  ...DERIVATION,
  ...ENUMERATIONS,
  ...CONTENT_MODELS,
  ...WILDCARDS,
  ...VALUES,
  ...BUILTIN_TYPES,
  ...FACETS,
];
