import { NavLink, Stack } from '@mantine/core';
import {
  IconBell,
  IconChartBar,
  IconKey,
  IconServer2,
  IconSettings,
  IconShieldCog,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useSession } from '../api/session.js';

const PLACES = [
  { to: '/services', label: 'Services', Icon: IconServer2 },
  { to: '/keys', label: 'API keys', Icon: IconKey },
  { to: '/usage', label: 'Usage', Icon: IconChartBar },
  { to: '/events', label: 'Events', Icon: IconBell },
  { to: '/settings', label: 'Settings', Icon: IconSettings },
] as const;
const ADMINISTRATION = { to: '/administration', label: 'Administration', Icon: IconShieldCog } as const;

/** The links to the main pages. `onGo` closes the menu of a phone. */
export function Navigation({ onGo }: { readonly onGo: () => void }) {
  const places = useSession().administrator ? [...PLACES, ADMINISTRATION] : PLACES;
  return (
    <Stack component="nav" aria-label="Main" gap={4}>
      {places.map(({ to, label, Icon }) => (
        <Link key={to} to={to} onClick={onGo} style={{ textDecoration: 'none', color: 'inherit' }}>
          {({ isActive }) => (
            <NavLink
              component="span"
              label={label}
              active={isActive}
              variant="light"
              style={{ borderRadius: 'var(--mantine-radius-md)' }}
              leftSection={<Icon size={20} stroke={1.6} aria-hidden />}
            />
          )}
        </Link>
      ))}
    </Stack>
  );
}
