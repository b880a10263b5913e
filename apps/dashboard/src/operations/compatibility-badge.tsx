import { Badge } from '@mantine/core';
import type { Operation } from '../api/services.js';

const WORDS = {
  exact: { label: 'Exactly', color: 'soap' },
  degraded: { label: 'With limits', color: 'yellow' },
  unsupported: { label: 'Not possible', color: 'red' },
} as const;

/** How well an operation works. */
export function CompatibilityBadge({ operation }: { readonly operation: Pick<Operation, 'compatibility'> }) {
  const { label, color } = WORDS[operation.compatibility];
  return (
    <Badge variant="light" color={color} tt="none" radius="sm">
      {label}
    </Badge>
  );
}
