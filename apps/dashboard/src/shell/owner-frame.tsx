import { ActionIcon, AppShell, Burger, Group, Stack, Text, Tooltip } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconLogout } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { sessionQuery, useLogOut, useSession } from '../api/session.js';
import { confirmLeaving } from '../components/forms/unsaved.js';
import { HelpLink } from '../help/help-link.js';
import { SearchButton } from '../search/search-button.js';
import { Brand } from './brand.js';
import { ClosingPage } from './closing-page.js';
import { ColorSchemeSwitch } from './color-scheme-switch.js';
import { ConflictDialog } from './conflict-dialog.js';
import { EventBanner } from './event-banner.js';
import { LeaveGuard } from './leave-guard.js';
import { Navigation } from './navigation.js';
import classes from './owner-frame.module.css';
import { PageLoading } from './page-loading.js';
import { QuotaSummary } from './quota-summary.js';
import { SessionEnded } from './session-ended.js';
import { SkipLink } from './skip-link.js';

/** The width below which the navigation is behind a button: `sm` of the theme. */
const PHONE = '(max-width: 47.99em)';

/** The frame around every page of an owner: navigation in a sidebar, or behind a button on a phone. */
export function OwnerFrame() {
  const { data: session } = useQuery(sessionQuery);
  const [opened, { open, close }] = useDisclosure(false);
  const phone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false }) ?? false;
  const menu = useRef<HTMLButtonElement>(null);
  const closing = useRef<HTMLButtonElement>(null);
  // The menu of a phone covers everything: the focus moves into it, and back on closing.
  useEffect(() => {
    if (phone && opened) closing.current?.focus();
  }, [phone, opened]);
  // The forms of the page are built again, with the current values.
  const [filling, setFilling] = useState(0);
  const fillAgain = () => {
    setFilling((before) => before + 1);
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  const leave = () => {
    close();
    requestAnimationFrame(() => menu.current?.focus());
  };
  // The owner logged out, and the router is opening the log-in page: render nothing below.
  if (!session) return <PageLoading />;
  const { closesAt } = session.account;
  if (closesAt !== null) return <ClosingPage closesAt={closesAt} />;
  return (
    <AppShell
      layout="alt"
      header={{ height: { base: 56, sm: 0 } }}
      navbar={{ width: 244, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding={{ base: 'md', sm: 'xl' }}
    >
      <SkipLink />
      <LeaveGuard />
      <ConflictDialog onCurrent={fillAgain} />
      <SessionEnded />
      <AppShell.Header hiddenFrom="sm" className={classes['bar'] ?? ''} inert={opened}>
        <Group h="100%" px="md" justify="space-between">
          <Link to="/services" className={classes['brand'] ?? ''}>
            <Brand />
          </Link>
          <Burger
            ref={menu}
            opened={opened}
            onClick={open}
            size="sm"
            aria-label="Menu"
            aria-expanded={opened}
          />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar
        p="md"
        className={classes['bar'] ?? ''}
        inert={phone && !opened}
        onKeyDown={({ key }) => {
          if (key === 'Escape' && opened) leave();
        }}
      >
        <Stack h="100%" gap="lg">
          <Group justify="space-between">
            <Link to="/services" className={classes['brand'] ?? ''} onClick={close}>
              <Brand />
            </Link>
            <Burger
              ref={closing}
              hiddenFrom="sm"
              opened={opened}
              onClick={leave}
              size="sm"
              aria-label="Close menu"
            />
          </Group>
          <SearchButton onGo={close} />
          <Navigation onGo={close} />
          <Stack mt="auto" gap="md">
            <HelpLink />
            <QuotaSummary />
            <ColorSchemeSwitch />
            <AccountLine />
          </Stack>
        </Stack>
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1} inert={phone && opened}>
        <div key={filling} className={classes['page']}>
          <EventBanner />
          <Outlet />
        </div>
      </AppShell.Main>
    </AppShell>
  );
}

function AccountLine() {
  const { email, account } = useSession();
  const logOut = useLogOut();
  const navigate = useNavigate();
  return (
    <Group wrap="nowrap" gap="xs" justify="space-between">
      <div className={classes['account']}>
        <Text size="sm" fw={600} truncate dir="auto">
          {account.name}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {email}
        </Text>
      </div>
      <Tooltip label="Log out">
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label="Log out"
          loading={logOut.isPending}
          onClick={async () => {
            if (!(await confirmLeaving())) return;
            logOut.mutate(undefined, { onSettled: () => void navigate({ to: '/log-in' }) });
          }}
        >
          <IconLogout size={20} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}
