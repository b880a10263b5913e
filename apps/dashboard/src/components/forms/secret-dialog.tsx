import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CopyLine } from '../show/copy-line.js';
import { useUnsaved } from './unsaved.js';

/** A secret that the gateway has just made. */
interface NewSecret {
  /** Undefined until it is made. */
  readonly value: string | undefined;
  /** `key`, `secret`. */
  readonly what: string;
  /** The title of the dialog that shows it. */
  readonly title: string;
  /** Its purpose. */
  readonly note: string;
}

/** A dialog whose form makes a secret, which it then shows once. No click outside and no Escape loses a secret that is not copied. */
export function SecretDialog({
  opened = true,
  title,
  size,
  secret: { value, what, title: shownTitle, note },
  onClose,
  children,
}: {
  readonly opened?: boolean;
  /** The title while the form is shown. */
  readonly title: string;
  readonly size?: 'lg';
  readonly secret: NewSecret;
  readonly onClose: () => void;
  /** Returns the form. */
  readonly children: (close: () => void) => ReactNode;
}) {
  const isMade = value !== undefined;
  const forget = useUnsaved(opened && isMade, 'drawer', `The new ${what} is shown only once: copy it first.`);
  const close = () => {
    forget();
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={<span dir="auto">{isMade ? shownTitle : title}</span>}
      {...(size !== undefined && { size })}
      closeOnClickOutside={!isMade}
      closeOnEscape={!isMade}
      withCloseButton={!isMade}
    >
      {isMade ? (
        <Stack gap="md">
          <Alert
            color="yellow"
            icon={<IconAlertTriangle aria-hidden />}
            title={`The ${what} is shown only once`}
          >
            {note}
          </Alert>
          <CopyLine value={value} what={`the ${what}`} />
          <Group justify="flex-end">
            <Button onClick={close}>I’ve copied it</Button>
          </Group>
        </Stack>
      ) : (
        children(close)
      )}
    </Modal>
  );
}
