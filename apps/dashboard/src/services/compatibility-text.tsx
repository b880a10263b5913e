import { Text } from '@mantine/core';
import type { ListedService } from '../api/services.js';
import { formatPlural } from '../components/format.js';

/** How many operations a service has, and how many of them do not work exactly as described. */
export function CompatibilityText({ grades }: { readonly grades: ListedService['grades'] }) {
  if (grades === null) return null;
  const { exact, degraded, unsupported } = grades;
  const offered = exact + degraded;
  const notes = [
    degraded > 0 ? `${degraded} with limits` : '',
    unsupported > 0 ? `${unsupported} not offered` : '',
  ].filter(Boolean);
  return (
    <Text size="xs" c="dimmed">
      {[formatPlural(offered, 'operation'), ...notes].join(', ')}
    </Text>
  );
}
