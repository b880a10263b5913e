import { Badge } from '@mantine/core';

const WORDS = {
  active: { label: 'Active', color: 'soap' },
  paused: { label: 'Paused', color: 'gray' },
} as const;

/** Whether a service accepts calls. */
export function StatusBadge({ status }: { readonly status: keyof typeof WORDS }) {
  const { label, color } = WORDS[status];
  return (
    <Badge variant="light" color={color} tt="none">
      {label}
    </Badge>
  );
}
