import type { ExpandedName } from '@soapstone/soap-model';
import type { JsonSchema } from '../api.js';
import type { ElementMember, Shape } from '../shape/shape.js';
import type { Definitions } from './definitions.js';
import type { ReservedKeys } from './object-parts.js';

/** What the schemas of one message share. */
export interface SchemaContext {
  readonly encoded: boolean;
  readonly definitions: Definitions;
  /** The elements that a strict wildcard may know, asked for where there is one. Absent for results, which may have others. */
  readonly globalElementNames: (() => readonly ExpandedName[]) | undefined;
  /** The context of a member: this one, but each header block has its own (EN-9). */
  of(member: ElementMember): SchemaContext;
  /** The schema of a value in element position: a reference where it is an object. */
  shape(shape: Shape, reserved?: ReservedKeys): JsonSchema;
}
