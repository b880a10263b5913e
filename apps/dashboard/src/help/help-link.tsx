import { Anchor } from '@mantine/core';
import { useRouterState } from '@tanstack/react-router';
import { addressOf, helpFor } from './help.js';

/** Links to what the documentation says about the current page. */
export function HelpLink() {
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const help = helpFor(pathname);
  return (
    <Anchor href={addressOf(help)} target="_blank" rel="noreferrer" size="sm" title={`About ${help.topic}`}>
      Help for this page
    </Anchor>
  );
}
