import { Alert, Button, SegmentedControl, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import {
  designQuery,
  MAX_TEXT,
  proposalQuery,
  type StoredDesign,
  upstreamSessionQuery,
} from '../api/design.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { ApiSection } from '../design-api/api-section.js';
import { useShownService } from '../service/use-shown-service.js';
import { PageLoading } from '../shell/page-loading.js';
import { formatPlural } from '../text/format.js';
import { FileSection } from './file-section.js';
import { InputsSection } from './inputs-section.js';
import { PreviewSection } from './preview-section.js';
import { CheckResult, PublishSection, type Verdict } from './publish-section.js';
import { SecretsSection } from './secrets-section.js';
import { hasLiveSession, SessionSection } from './session-section.js';
import { useDraft } from './use-draft.js';
import { usePlaced } from './use-reading.js';
import { readView, VIEWS } from './view.js';

const route = getRouteApi('/owner/services/$serviceId/design');

/** The design of a service: its file, the same lines as tables and forms, and what publishing them changes for clients. */
export function DesignPage() {
  const { serviceId } = useShownService('API design');
  const { data: stored, error, refetch } = useQuery(designQuery(serviceId));
  if (stored === undefined)
    return error === null ? <PageLoading /> : <ErrorNotice error={error} onRetry={() => void refetch()} />;
  return <EditedDesign key={serviceId} serviceId={serviceId} stored={stored} />;
}

function EditedDesign({ serviceId, stored }: { readonly serviceId: string; readonly stored: StoredDesign }) {
  const { view = 'file' } = route.useSearch();
  const navigate = route.useNavigate();
  const draft = useDraft(stored);
  const [verdict, setVerdict] = useState<Verdict>();
  // A verdict of the gateway counts only for the text that it checked.
  const now = verdict?.json === draft.json ? verdict : undefined;
  const said = now?.problems ?? (draft.isEdited ? [] : stored.problems);
  const show = (value: string) => void navigate({ search: readView({ view: value }), resetScroll: false });
  const placed = usePlaced(draft.text, draft, said);
  const problems = [...draft.problems, ...placed];
  // An edit of a table parses the file on the page.
  const isLong = draft.text.length > MAX_TEXT;
  const isLoading = useIsLoading(view, serviceId, stored);
  return (
    <Stack gap="lg">
      <SegmentedControl
        aria-label="Part of the design"
        data={[...VIEWS]}
        value={view}
        onChange={show}
        style={{ alignSelf: 'flex-start' }}
      />
      <PublishSection
        serviceId={serviceId}
        draft={draft}
        stored={stored}
        verdict={now}
        onVerdict={setVerdict}
      />
      {view !== 'file' && problems.length > 0 && (
        <Alert color="red" title={formatPlural(problems.length, 'problem')}>
          <Button size="xs" variant="default" onClick={() => show('file')}>
            Show in the file
          </Button>
        </Alert>
      )}
      {isLoading ? (
        <PageLoading />
      ) : (
        <>
          {view === 'file' && <FileSection serviceId={serviceId} draft={draft} problems={problems} />}
          {view !== 'file' && isLong && (
            <Alert color="yellow" title="The design file is too long for tables">
              They take files of up to {formatPlural(MAX_TEXT, 'character')}. Edit it in the file.
            </Alert>
          )}
          {view === 'api' && !isLong && <ApiSection serviceId={serviceId} draft={draft} />}
          {view === 'inputs' && !isLong && <InputsSection serviceId={serviceId} draft={draft} />}
          {view === 'session' && !isLong && (
            <SessionSection serviceId={serviceId} draft={draft} stored={stored} />
          )}
          {now?.checked !== undefined && now.problems.length === 0 && <CheckResult checked={now.checked} />}
          <PreviewSection serviceId={serviceId} draft={draft} />
          <SecretsSection serviceId={serviceId} stored={stored} json={draft.json} />
        </>
      )}
    </Stack>
  );
}

/** Whether what a view shows is not there yet. What is below it waits, too, because it would be pushed down. */
function useIsLoading(view: string, serviceId: string, stored: StoredDesign): boolean {
  const proposal = useQuery(proposalQuery(serviceId));
  const session = useQuery({
    ...upstreamSessionQuery(serviceId),
    enabled: view === 'session' && hasLiveSession(stored),
  });
  return proposal.isLoading || session.isLoading;
}
