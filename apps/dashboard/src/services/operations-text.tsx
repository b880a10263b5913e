import { Text } from '@mantine/core';
import type { ListedService } from '../api/services.js';
import { formatPlural } from '../text/format.js';

/** The number of operations of a service, and how many of them are not fully supported. */
export function OperationsText({ service: { operationCount, grades } }: { readonly service: ListedService }) {
  const { exact = 0, degraded = 0 } = grades ?? {};
  // The grades count the operations of every port, including unpublished ones.
  const limited = exact + degraded === operationCount ? String(degraded) : 'some';
  return (
    <Text size="sm" c="dimmed">
      {formatPlural(operationCount, 'operation')}
      {degraded > 0 && `, ${limited} partially supported`}
    </Text>
  );
}
