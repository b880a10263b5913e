import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink, useRouter } from '@tanstack/react-router';
import type { ReactNode, Ref } from 'react';

interface LinkProps {
  readonly ref?: Ref<HTMLAnchorElement>;
  readonly children?: ReactNode;
}

/** A text link to a page of the dashboard. */
export const TextLink = createLink((props: Omit<AnchorProps, 'href'> & LinkProps) => (
  <Anchor underline="always" inherit={props.size === undefined} {...props} />
));

/** A link that looks like a button, to a page of the dashboard. */
export const ButtonLink = createLink((props: Omit<ButtonProps, 'href'> & LinkProps) => (
  <Button component="a" {...props} />
));

/** A link to a page that the gateway names, opened without loading the document again. */
export function PageLink({ page, children }: { readonly page: string; readonly children: string }) {
  const router = useRouter();
  return (
    <Anchor
      href={page}
      inherit
      underline="always"
      onClick={(event) => {
        if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        router.history.push(page);
      }}
    >
      {children}
    </Anchor>
  );
}
