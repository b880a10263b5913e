import { Link } from '@tanstack/react-router';
import classes from '../service/service-tabs.module.css';

const TABS = [
  { to: '/administration', label: 'Accounts', exact: true },
  { to: '/administration/invitations', label: 'Invitations' },
  { to: '/administration/audit', label: 'Audit log' },
  { to: '/administration/health', label: 'Health' },
] as const;

/** Links, not ARIA tabs: each part has its own URL. */
export function AdministrationTabs() {
  return (
    <nav aria-label="Administration" className={classes['tabs']}>
      {TABS.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          activeOptions={{ exact: 'exact' in tab, includeSearch: false }}
          className={classes['tab'] ?? ''}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
