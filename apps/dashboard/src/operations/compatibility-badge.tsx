import { Badge } from '@mantine/core';
import type { Operation } from '../api/services.js';

const WORDS = {
  exact: { label: 'Full', color: 'soap' },
  degraded: { label: 'Partial', color: 'yellow' },
  unsupported: { label: 'Not supported', color: 'red' },
} as const;

const HELD = { label: 'On hold', color: 'red' };

/** Shows how well an operation is supported, or that its calls are rejected. */
export function CompatibilityBadge({
  operation: { compatibility, heldSince },
}: {
  readonly operation: Pick<Operation, 'compatibility' | 'heldSince'>;
}) {
  const { label, color } = heldSince === null ? WORDS[compatibility] : HELD;
  return (
    <Badge variant="light" color={color} tt="none" radius="sm" flex="none">
      {label}
    </Badge>
  );
}
