import { Checkbox, Group, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { type DraftPort, useChangeDraft, useDraft } from '../api/drafts.js';
import { beyondFields } from '../api/requests/explain-error.js';
import { useSession } from '../api/session.js';
import { PageHeader } from '../components/layout/page-header.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { formatPlural } from '../text/format.js';
import { DiscardButton } from './discard-button.js';
import { FindingsSection } from './findings-section.js';
import { rememberedLogin } from './kept-logins.js';
import { MissingSection } from './missing-section.js';
import { NamingSection } from './naming-section.js';
import { PortSection } from './port-section.js';
import { PublishButton } from './publish-button.js';
import { SameNotice } from './same-notice.js';

const route = getRouteApi('/owner/services/drafts/$draftId');

interface Typed {
  readonly name?: string;
  readonly slug?: string;
}

/** The result of an import before it is published: ports, operations, missing files, and the URL that can never be changed. */
export function DraftPage() {
  const draft = useDraft(route.useParams().draftId);
  const change = useChangeDraft(draft.draftId);
  const { plan } = useSession().account;
  // Unsaved edits; publishing saves them first.
  const [typed, setTyped] = useState<Typed>({});
  // The ports that are being saved, so that a checkbox changes immediately.
  const [saving, setSaving] = useState<readonly Pick<DraftPort, 'service' | 'port'>[]>();
  const login = rememberedLogin(draft.draftId);
  const [keepsLogin, setKeepsLogin] = useState(true);
  const { services, most } = draft.room;
  const room =
    most === null
      ? undefined
      : services >= most
        ? `Your ${plan.name} plan includes ${formatPlural(most, 'service')}, and you have ${services}. Delete one or upgrade before you publish.`
        : `This will be service ${services + 1} of ${most} on the ${plan.name} plan.`;
  return (
    <Stack gap="lg">
      <PageHeader
        title="Check and publish"
        description={`Read from ${draft.source}. Nothing is live until you publish it.`}
      />
      {draft.same.length > 0 && <SameNotice services={draft.same} />}
      {draft.missing.length > 0 && <MissingSection draft={draft} />}
      <PortSection
        draft={draft}
        pending={saving}
        onSelect={(ports) => {
          setSaving(ports);
          change.mutate(
            { settings: { select: { ports: [...ports] } } },
            { onSettled: () => setSaving(undefined) },
          );
        }}
        onEndpoint={(endpoint) => change.mutate({ settings: { endpoint } })}
      />
      <NamingSection
        draft={draft}
        typed={typed}
        error={change.error}
        onType={(text) => setTyped({ ...typed, ...text })}
        onSave={(choices) =>
          change.mutate(choices, {
            // Keep edits made while saving.
            onSuccess: () => setTyped((now) => without(now, choices)),
          })
        }
      />
      <FindingsSection draft={draft} />
      {login !== undefined && (
        <Checkbox
          label="Keep the login of the WSDL"
          description="For update checks and imports from the same server. Stored encrypted; can’t be viewed."
          checked={keepsLogin}
          onChange={(event) => setKeepsLogin(event.currentTarget.checked)}
        />
      )}
      <ErrorNotice error={beyondFields(change.error, ['/name', '/slug'])} />
      <Group gap="md" align="center">
        <PublishButton
          draft={draft}
          typed={typed}
          login={keepsLogin ? login : undefined}
          disabled={[typed.name, typed.slug].some((text) => text?.trim() === '')}
        />
        <DiscardButton draft={draft} leave>
          Discard
        </DiscardButton>
        {room !== undefined && (
          <Text size="sm" c="dimmed">
            {room}
          </Text>
        )}
      </Group>
    </Stack>
  );
}

/** The edited texts that differ from the saved ones. */
function without(typed: Typed, saved: Typed): Typed {
  return {
    ...(typed.name === undefined || typed.name === saved.name ? {} : { name: typed.name }),
    ...(typed.slug === undefined || typed.slug === saved.slug ? {} : { slug: typed.slug }),
  };
}
