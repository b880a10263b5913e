import { notifications } from '@mantine/notifications';

/** Shows a toast about a completed action. */
export function showDone(message: string): void {
  notifications.show({
    message,
    color: 'soap',
    autoClose: 4000,
    withCloseButton: true,
    closeButtonProps: { 'aria-label': 'Close' },
  });
}
