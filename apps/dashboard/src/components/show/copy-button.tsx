import { Button, CopyButton as MantineCopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';

/** Copies `value`. Screen readers announce `what`: “Copy the account id”. */
export function CopyButton({ value, what }: { readonly value: string; readonly what: string }) {
  return (
    <MantineCopyButton value={value} timeout={2000}>
      {({ copied, copy }) => (
        <Button
          size="compact-sm"
          variant="default"
          flex="none"
          onClick={copy}
          aria-label={copied ? 'Copied' : `Copy ${what}`}
          leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
        >
          {copied ? 'Copied' : 'Copy'}
        </Button>
      )}
    </MantineCopyButton>
  );
}
