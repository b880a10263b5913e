import { Badge, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ListedService } from '../api/services.js';
import { Sparkline } from '../components/show/sparkline.js';
import { StatusBadge } from '../components/show/status-badge.js';
import { ANSWERS } from '../service/answers.js';
import { formatPlural } from '../text/format.js';
import { OperationsText } from './operations-text.js';
import classes from './service-list.module.css';

/** One row per service; the whole row is a link. */
export function ServiceList({ services }: { readonly services: readonly ListedService[] }) {
  return (
    <ul className={classes['list']}>
      {services.map((service) => (
        <li key={service.serviceId} className={classes['item']}>
          <div className={classes['name']}>
            <Link
              to="/services/$serviceId"
              params={{ serviceId: service.serviceId }}
              className={classes['link'] ?? ''}
            >
              <span dir="auto">{service.name}</span>
            </Link>
            <Text size="sm" c="dimmed" className={classes['slug'] ?? ''}>
              {service.slug}
            </Text>
          </div>
          <div className={classes['state']}>
            <StatusBadge status={service.status} />
            {service.settings.answers !== 'live' && (
              <Badge variant="light" color="yellow" tt="none">
                {ANSWERS[service.settings.answers].badge}
              </Badge>
            )}
            {service.heldRevision !== null && (
              <Badge variant="light" color="yellow" tt="none">
                Revision needs approval
              </Badge>
            )}
            <OperationsText service={service} />
          </div>
          <Traffic service={service} />
        </li>
      ))}
    </ul>
  );
}

function Traffic({ service: { traffic } }: { readonly service: ListedService }) {
  const [calls, failed] = [traffic.calls, traffic.errors].map((values) =>
    values.reduce((sum, value) => sum + value, 0),
  ) as [number, number];
  return (
    <div className={classes['traffic']}>
      {calls > 0 && <Sparkline values={traffic.calls} marks={traffic.errors} />}
      <Text size="xs" c="dimmed">
        {calls === 0
          ? 'No calls in the last 24 hours'
          : `${formatPlural(calls, 'call')} in the last 24 hours`}
        {failed > 0 && (
          <Text span size="xs" c="var(--mantine-color-error)">
            , {failed} failed
          </Text>
        )}
      </Text>
    </div>
  );
}
