import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSave } from '../api/requests/use-change.js';
import { type PageChange, pageSettingsQuery, type ServiceDetail } from '../api/services.js';
import { ConfirmDialog } from '../components/forms/confirm-dialog.js';
import { useBase } from '../components/forms/use-base.js';
import { Section } from '../components/layout/section.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { showDone } from '../components/notices/show-done.js';
import { CopyLine } from '../components/show/copy-line.js';

const CHOICES = [
  { value: 'off', label: 'Off', description: 'Nobody can read it.' },
  {
    value: 'link',
    label: 'By link',
    description: 'Whoever has the link can read it. Search engines do not list it.',
  },
  {
    value: 'public',
    label: 'Public',
    description: 'Everybody can read it, and clients with a key find its address.',
  },
] as const;

/** Who may read the page of the service, and its address. */
export function PageSection({ service: { serviceId } }: { readonly service: ServiceDetail }) {
  const { data: page, error } = useQuery(pageSettingsQuery(serviceId));
  const [asking, setAsking] = useState(false);
  const base = useBase(page, asking);
  const change = useSave('put', '/api/manage/services/{serviceId}/page', {
    path: { serviceId },
    read: { etag: base?.etag ?? '', members: { visibility: base?.visibility } },
    reloads: [['services', serviceId, 'page']],
  });
  const save = (body: PageChange, done: string, then?: () => void) =>
    change.mutate(body, {
      onSuccess: () => {
        showDone(done);
        then?.();
      },
    });
  return (
    <Section
      title="Page for consumers"
      description="Shows developers the reference, code, errors and limits of this API, and lets them try it with their own key. It never shows the SOAP service, credentials or numbers of calls."
    >
      <ErrorNotice error={error ?? (asking ? null : change.error)} />
      <Radio.Group
        label="Who can read it"
        value={page?.visibility ?? ''}
        onChange={(visibility) => save({ visibility: visibility as PageChange['visibility'] }, 'Page saved')}
      >
        <Stack gap="xs" mt="xs">
          {CHOICES.map((choice) => (
            <Radio key={choice.value} {...choice} disabled={page === undefined || change.isPending} />
          ))}
        </Stack>
      </Radio.Group>
      {page !== undefined && page.url !== null && (
        <Stack gap="xs">
          <CopyLine value={page.url} what="the link to the page" />
          <Group gap="sm">
            <Button
              component="a"
              href={new URL(page.url).pathname}
              target="_blank"
              variant="default"
              size="xs"
            >
              Open page
            </Button>
            {page.visibility === 'link' && (
              <Button variant="default" size="xs" onClick={() => setAsking(true)}>
                Replace link
              </Button>
            )}
          </Group>
        </Stack>
      )}
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title="Replace the link?"
        confirm="Replace link"
        pending={change.isPending}
        error={asking ? change.error : null}
        onConfirm={() => save({ visibility: 'link', newLink: true }, 'Link replaced', () => setAsking(false))}
      >
        <Text>The current link stops working at once. Send the new one to everybody who needs it.</Text>
      </ConfirmDialog>
    </Section>
  );
}
