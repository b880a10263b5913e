import { Text } from '@mantine/core';
import type { ListedService } from '../api/services.js';
import { formatPlural } from '../components/format.js';

/** How many operations a service has, and how many of its documents’ operations do not work exactly as described. */
export function OperationsText({ service: { operationCount, grades } }: { readonly service: ListedService }) {
  const limited = grades?.degraded ?? 0;
  return (
    <Text size="sm" c="dimmed">
      {formatPlural(operationCount, 'operation')}
      {limited > 0 && `, ${limited} with limits`}
    </Text>
  );
}
