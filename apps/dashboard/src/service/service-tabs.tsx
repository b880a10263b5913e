import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import classes from './service-tabs.module.css';

const TABS = [
  { to: '/services/$serviceId', label: 'Overview', exact: true },
  { to: '/services/$serviceId/operations', label: 'Operations' },
  { to: '/services/$serviceId/try-it', label: 'Try it' },
  { to: '/services/$serviceId/connection', label: 'Connection' },
  { to: '/services/$serviceId/design', label: 'API design' },
  { to: '/services/$serviceId/agents', label: 'Agents' },
  { to: '/services/$serviceId/recordings', label: 'Recordings' },
  { to: '/services/$serviceId/revisions', label: 'Revisions' },
  { to: '/services/$serviceId/reference', label: 'API reference' },
  { to: '/services/$serviceId/settings', label: 'Settings' },
] as const;

/** Links, not ARIA tabs: each part of a service has its own URL. */
export function ServiceTabs({ serviceId }: { readonly serviceId: string }) {
  const bar = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // On a phone they do not all fit: scroll the current one into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current tab depends on the path
  useEffect(() => {
    const [tabs, tab] = [bar.current, bar.current?.querySelector<HTMLElement>('[aria-current]')];
    if (tabs && tab) tabs.scrollLeft = tab.offsetLeft - (tabs.clientWidth - tab.clientWidth) / 2;
  }, [pathname]);
  return (
    <nav ref={bar} aria-label="Service" className={classes['tabs']}>
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
