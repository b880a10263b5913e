import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
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
