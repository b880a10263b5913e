import { Button, type ButtonProps, Stack } from '@mantine/core';
import { IconBooks } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { beginDraft, type Draft, reloadDraft } from '../api/drafts.js';
import { useImport } from '../api/use-import.js';
import { useOnce } from '../components/forms/use-once.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { toBase64 } from '../files/documents.js';

/** Imports a small WSDL whose calls get examples, for people who have none at hand, and leads to its preview. */
export function SampleButton(props: Pick<ButtonProps, 'size' | 'variant' | 'disabled'>) {
  const reading = useImport<Parameters<typeof beginDraft>[0], Draft>(beginDraft);
  const navigate = useNavigate();
  const start = useOnce(async () => {
    const { default: wsdl } = await import('./sample.wsdl?raw');
    const content = await toBase64(new Blob([wsdl]));
    const files = [{ path: 'sample-library.wsdl', content }];
    // Nothing is at its address: the gateway responds with examples.
    reading.start({ files, name: 'Sample library', settings: { answers: 'mock' } }, (draft) => {
      void reloadDraft(draft);
      void navigate({ to: '/services/drafts/$draftId', params: { draftId: draft.draftId } });
    });
  });
  return (
    <Stack gap="xs">
      <Button
        variant="default"
        leftSection={<IconBooks size={18} aria-hidden />}
        loading={reading.running}
        onClick={start}
        {...props}
      >
        Use a sample service
      </Button>
      <ErrorNotice error={reading.error} />
    </Stack>
  );
}
