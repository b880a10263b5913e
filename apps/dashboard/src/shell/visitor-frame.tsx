import { Center, Group, Stack } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import { HelpLink } from '../help/help-link.js';
import { Brand } from './brand.js';
import { ColorSchemeSwitch } from './color-scheme-switch.js';
import { SkipLink } from './skip-link.js';
import classes from './visitor-frame.module.css';

/** The frame around pages before login. */
export function VisitorFrame() {
  return (
    <div className={classes['frame']}>
      <SkipLink />
      <Group component="header" justify="space-between" p="md">
        <Brand />
        <Group gap="md">
          <HelpLink />
          <ColorSchemeSwitch />
        </Group>
      </Group>
      <Center component="main" id="main" tabIndex={-1} p="md" className={classes['main'] ?? ''}>
        <Stack w="100%" maw={420}>
          <Outlet />
        </Stack>
      </Center>
    </div>
  );
}
