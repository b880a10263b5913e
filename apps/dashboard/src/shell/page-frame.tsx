import { Box, Group } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import { HelpLink } from '../help/help-link.js';
import { Brand } from './brand.js';
import { ColorSchemeSwitch } from './color-scheme-switch.js';
import classes from './page-frame.module.css';
import { SkipLink } from './skip-link.js';

/** The frame around pages for the consumers of a service, who have no account here. */
export function PageFrame() {
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
      <Box
        component="main"
        id="main"
        tabIndex={-1}
        p={{ base: 'md', sm: 'xl' }}
        className={classes['main'] ?? ''}
      >
        <Outlet />
      </Box>
    </div>
  );
}
