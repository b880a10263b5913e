import { notifications } from '@mantine/notifications';

/** Say, in passing, that something was done. */
export function showDone(message: string): void {
  notifications.show({
    message,
    color: 'soap',
    autoClose: 4000,
    withCloseButton: true,
    closeButtonProps: { 'aria-label': 'Close' },
  });
}
