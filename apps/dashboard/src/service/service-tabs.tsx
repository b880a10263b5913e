import { Link } from '@tanstack/react-router';
import classes from './service-tabs.module.css';

const TABS = [
  { to: '/services/$serviceId', label: 'Overview', exact: true },
  { to: '/services/$serviceId/operations', label: 'Operations' },
  { to: '/services/$serviceId/try-it', label: 'Try it' },
  { to: '/services/$serviceId/connection', label: 'Connection' },
  { to: '/services/$serviceId/revisions', label: 'Revisions' },
  { to: '/services/$serviceId/reference', label: 'API reference' },
  { to: '/services/$serviceId/settings', label: 'Settings' },
] as const;

/** Links, not ARIA tabs: each part of a service has an address of its own. */
export function ServiceTabs({ serviceId }: { readonly serviceId: string }) {
  return (
    <nav aria-label="Service" className={classes['tabs']}>
      {TABS.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          params={{ serviceId }}
          activeOptions={{ exact: 'exact' in tab, includeSearch: false }}
          className={classes['tab'] ?? ''}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
