import type { ParseLimits } from '../../limits.js';
import type { ComponentTable } from './component-table.js';
import type { LinkReporter, References } from './references.js';
import type { QNameValues } from './values.js';

/** The context that all linking shares. */
export interface LinkContext extends LinkReporter {
  readonly table: ComponentTable;
  readonly references: References;
  readonly qnameValues: QNameValues;
  readonly limits: ParseLimits;
}
