import type { ParseLimits } from '../../limits.js';
import { type Component, describeComponent } from '../read/schema.js';
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

/** Reports a component that refers back to itself through others. */
export function reportCircular(reporter: LinkReporter, component: Component, message: string): void {
  const at = { location: component.node.location, component: describeComponent(component) };
  reporter.report('CIRCULAR_DEFINITION', at, message);
}
