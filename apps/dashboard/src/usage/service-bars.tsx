import { Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { formatCount, formatShare } from '../text/format.js';
import classes from './service-bars.module.css';

interface ServiceUse {
  /** `''` for requests to unknown services. */
  readonly serviceId: string;
  /** Null if it was deleted. */
  readonly serviceName: string | null;
  readonly calls: number;
  readonly failures: number;
}

/** The calls of each service as bars, most first. Clicking the name of a service selects it. */
export function ServiceBars({
  services,
  onSelect,
}: {
  readonly services: readonly ServiceUse[];
  readonly onSelect: (serviceId: string) => void;
}) {
  const most = Math.max(1, ...services.map(({ calls }) => calls));
  return (
    <Stack gap={4}>
      <Title order={3}>By service</Title>
      {services.length === 0 && <Text size="sm">No calls.</Text>}
      <ul className={classes['list']}>
        {services.map(({ serviceId, serviceName: name, calls, failures }) => {
          return (
            <li key={serviceId}>
              <div className={classes['line']}>
                {name === null ? (
                  <span>{serviceId === '' ? 'Unknown service' : 'Deleted service'}</span>
                ) : (
                  <UnstyledButton className={classes['name'] ?? ''} onClick={() => onSelect(serviceId)}>
                    <span dir="auto">{name}</span>
                  </UnstyledButton>
                )}
                <span>
                  {formatCount(calls)}
                  {failures > 0 && `, ${formatShare(failures, calls)} failed`}
                </span>
              </div>
              <svg className={classes['bar']} aria-hidden="true">
                <rect className={classes['calls']} width={`${(calls / most) * 100}%`} height="100%" />
                <rect className={classes['failed']} width={`${(failures / most) * 100}%`} height="100%" />
              </svg>
            </li>
          );
        })}
      </ul>
    </Stack>
  );
}
