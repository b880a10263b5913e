import { Paper, Stack } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { Operation, ServiceDetail } from '../api/services.js';
import { OperationHeading } from './operation-heading.js';
import classes from './operation-reference.module.css';

const PARTS = ['Parameters', 'Request', 'Response', 'Errors', 'Code'];

/** A preview of an operation's reference on a plan that includes it. The notice above names these plans. */
export function LockedOperation({
  service,
  operation,
}: {
  readonly service: ServiceDetail;
  readonly operation: Operation;
}) {
  return (
    <Paper withBorder p="md" className={classes['operation'] ?? ''}>
      <Stack gap="md">
        <OperationHeading service={service} operation={operation} isDeprecated={false} />
        <ul className={classes['locked']}>
          {PARTS.map((part) => (
            <li key={part}>
              <IconLock size={16} aria-hidden /> {part}
            </li>
          ))}
        </ul>
      </Stack>
    </Paper>
  );
}
