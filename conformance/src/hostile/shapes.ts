import type { HostileShape } from './shape.js';
import { ANSWERS } from './shapes/answers.js';
import { CALLS } from './shapes/calls.js';
import { CONSTRUCTS } from './shapes/constructs.js';
import { CONTENT_MODELS } from './shapes/content-models.js';
import { GRAPHS } from './shapes/graphs.js';
import { RARE_VALUES } from './shapes/rare-values.js';
import { SIMPLE_TYPES } from './shapes/simple-types.js';

/** Every kind of hostile input. */
export const SHAPES: readonly HostileShape[] = [
  ...SIMPLE_TYPES,
  ...CONTENT_MODELS,
  ...ANSWERS,
  ...CALLS,
  ...CONSTRUCTS,
  ...RARE_VALUES,
  ...GRAPHS,
];
