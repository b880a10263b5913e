/**
 * The part of the runtime of generated clients that only those with a design need (`soapstone client --design`).
 *
 * @packageDocumentation
 */

import type { Design } from '@soapstone/json-xml-mapper/design';
import { designs } from '@soapstone/json-xml-mapper/internal/design';
import { assertOptions, instanceOf } from '@soapstone/options';
import { createPages } from './call/paged-items.js';
import { fillingFrom } from './create/filling.js';
import { openSession } from './create/open-session.js';
import type { GeneratedDesign } from './pieces/generated-service.js';

export type { DesignedClientOptions, GeneratedDesign } from './pieces/generated-service.js';

/** The parts of designs that only some designs need. A program that leaves one out does not bundle it. */
export interface DesignUses {
  /** `openSession`, for a design that logs in. */
  readonly openSession?: typeof openSession;
  /** `createPages`, for a design with pages. */
  readonly createPages?: typeof createPages;
}

/**
 * The design of a generated client, which was checked when the client was generated. Called by generated modules.
 *
 * @example
 * ```ts
 * const service = { ...data, designed: designOf({ names: 'camel' }) };
 * ```
 */
export function designOf(design: Design, uses: DesignUses = {}): GeneratedDesign {
  assertOptions(instanceOf(Object, 'a design'), design, 'designOf', 'design');
  return {
    // The lines of operations that the client does not have fit nothing.
    designs: { ...designs, assertFits() {} },
    openSession: design.session === undefined ? undefined : uses.openSession,
    pages: uses.createPages?.(design),
    filling: (options) => fillingFrom({ ...options, design }),
  };
}

export { createPages, openSession };
