import { Alert, Button, Checkbox, Group, Stack } from '@mantine/core';
import { DOORS, type KindName } from '@soapstone/credentials/doors';
import { useState } from 'react';
import type { Credentials } from '../api/connection.js';
import type { SecurityDemands } from '../api/services.js';
import { useUnsaved } from '../components/forms/unsaved.js';
import { useOnce } from '../components/forms/use-once.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { PolicyNotice } from '../components/notices/policy-notice.js';
import { CREDENTIAL_KINDS } from './credential-kinds.js';
import classes from './credentials-form.module.css';
import { KindFields } from './kind-fields.js';
import { buildProfile, draftFor, type ProfileDraft, type ProfileTemplate } from './profile.js';

/** Asks for credentials: the kinds, and the fields of each. */
export function CredentialsForm({
  error,
  saving,
  replaces,
  demands,
  onCancel,
  onSave,
}: {
  readonly error: unknown;
  readonly saving: boolean;
  /** Whether the new credentials replace stored ones. */
  readonly replaces: boolean;
  /** The requirements of the security policy of the selected port. */
  readonly demands: SecurityDemands | undefined;
  readonly onCancel: () => void;
  readonly onSave: (profile: Credentials) => void;
}) {
  const [allowLegacy, setAllowLegacy] = useState(false);
  const template = ((allowLegacy ? demands?.legacyTemplate : null) ??
    demands?.template ??
    {}) as ProfileTemplate;
  const [start] = useState(() => ({ draft: draftFor(template), kinds: kindsOf(template) }));
  const [draft, setDraft] = useState<ProfileDraft>(start.draft);
  const [kinds, setKinds] = useState<readonly KindName[]>(start.kinds);
  const [problem, setProblem] = useState<{ kind: KindName; message: string }>();

  useUnsaved(kinds !== start.kinds || draft !== start.draft);

  const save = useOnce(async () => {
    const result = await buildProfile(draft, kinds, template);
    if ('problem' in result) return setProblem(result.problem);
    setProblem(undefined);
    onSave(result.profile);
  });

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      autoComplete="off"
    >
      <Stack gap="md" maw={560}>
        {replaces && (
          <Alert color="yellow" title="Saving replaces all stored credentials">
            Fill in everything the service needs.
          </Alert>
        )}
        {demands !== undefined && (
          <PolicyNotice demands={demands} allowLegacy={allowLegacy} onAllowLegacy={setAllowLegacy} />
        )}
        <ErrorNotice error={error} />
        {CREDENTIAL_KINDS.map((kind) => {
          const { title, description } = DOORS[kind];
          const on = kinds.includes(kind);
          return (
            <div key={kind} className={classes['kind']} data-on={on}>
              <Checkbox
                label={title}
                description={description}
                checked={on}
                onChange={() => setKinds(on ? kinds.filter((other) => other !== kind) : [...kinds, kind])}
              />
              {on && (
                <div className={classes['fields']}>
                  <KindFields
                    kind={kind}
                    draft={draft}
                    onChange={(change) => setDraft({ ...draft, ...change })}
                  />
                  {problem?.kind === kind && (
                    <p role="alert" className={classes['problem']}>
                      {problem.message}
                    </p>
                  )}
                </div>
              )}
            </div>
          );
        })}
        <Group gap="sm">
          <Button type="submit" loading={saving} disabled={kinds.length === 0}>
            Save credentials
          </Button>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The kinds that a security policy asks for. */
function kindsOf(template: ProfileTemplate): readonly KindName[] {
  return CREDENTIAL_KINDS.filter((kind) => kind in template);
}
