import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useLayoutEffect, useState } from 'react';
import { beginDraft, type Draft, reloadDraft, useDrafts } from '../api/drafts.js';
import { useServiceCount } from '../api/services.js';
import { useSession } from '../api/session.js';
import { useImport } from '../api/use-import.js';
import { useUnsaved } from '../components/forms/unsaved.js';
import { useOnce } from '../components/forms/use-once.js';
import { TextLink } from '../components/layout/links.js';
import { PageHeader } from '../components/layout/page-header.js';
import { Section } from '../components/layout/section.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { DraftList } from '../drafts/draft-list.js';
import { ImportProgress } from '../drafts/import-progress.js';
import { rememberLogin } from '../drafts/kept-logins.js';
import { SampleButton } from '../first-steps/sample-button.js';
import { formatPlural } from '../text/format.js';
import { forgetImport, keepImport, keptImport } from './running-import.js';
import { SourceFields } from './source-fields.js';
import { hasSource, useSource } from './use-source.js';

/** Asks for the documents of a new service, shows the import, and leads to the preview of the result. */
export function RegisterPage() {
  const { email } = useSession();
  // After a reload, the import that this tab began continues, and the form has what it had.
  const [kept] = useState(() => keptImport(email));
  const source = useSource(kept && { kind: kept.kind, url: kept.url, text: kept.text });
  const reading = useImport<Parameters<typeof beginDraft>[0], Draft>(beginDraft, {
    begun: (jobId) => keepImport({ ...source.state, email, jobId }),
    ended: forgetImport,
  });
  const navigate = useNavigate();
  const { data: drafts = [] } = useDrafts();
  const { plan } = useSession().account;
  const count = useServiceCount();
  const full = count !== undefined && plan.services !== null && count >= plan.services;

  useUnsaved(hasSource(source.state) && !reading.running);

  const show = (draft: Draft) => {
    void reloadDraft(draft);
    void navigate({ to: '/services/drafts/$draftId', params: { draftId: draft.draftId } });
  };
  const read = useOnce(async () => {
    const sent = await source.read();
    if (sent === undefined) return;
    reading.start(sent, (draft) => {
      rememberLogin(draft.draftId, sent.credentials);
      show(draft);
    });
  });
  // Before the form is painted.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useLayoutEffect(() => {
    if (kept !== undefined) reading.follow(kept.jobId, show);
  }, []);

  return (
    <Stack gap="lg" maw={720}>
      <PageHeader
        title="Register a service"
        description="A WSDL describes a SOAP service. The service’s provider publishes it."
      />
      {full && (
        <Alert
          color="yellow"
          icon={<IconAlertTriangle aria-hidden />}
          title={`Your ${plan.name} plan includes ${formatPlural(plan.services ?? 0, 'service')}`}
          role="status"
        >
          All of them are in use. <TextLink to="/services">Delete a service</TextLink> or{' '}
          <TextLink to="/settings">upgrade</TextLink> before you register another one.
        </Alert>
      )}
      {reading.running ? (
        <Section title="Reading the WSDL">
          <ImportProgress job={reading.job} onCancel={reading.cancel} />
        </Section>
      ) : (
        <Section
          title="Where is the WSDL?"
          description="You see what was found before anything is published."
        >
          <form
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              read();
            }}
          >
            <Stack gap="lg">
              <ErrorNotice error={reading.error} />
              <SourceFields {...source} error={reading.error} />
              <Group align="flex-start">
                <Button type="submit" disabled={full}>
                  Continue
                </Button>
                <SampleButton disabled={full} />
              </Group>
            </Stack>
          </form>
        </Section>
      )}
      <DraftList drafts={drafts} />
    </Stack>
  );
}
