import { Stack, TextInput } from '@mantine/core';
import { servicePath } from '@soapstone/http-contract';
import type { Draft } from '../api/drafts.js';
import { problemOf } from '../api/requests/explain-error.js';
import { useSession } from '../api/session.js';
import { Section } from '../components/layout/section.js';
import classes from './drafts.module.css';

/** The name and the URL of the API. The slug is permanent once it is published, so it is shown as part of the whole URL. */
export function NamingSection({
  draft,
  typed,
  error,
  onType,
  onSave,
}: {
  readonly draft: Draft;
  readonly typed: { readonly name?: string; readonly slug?: string };
  readonly error: unknown;
  readonly onType: (text: { readonly name?: string; readonly slug?: string }) => void;
  readonly onSave: (choices: { readonly name?: string; readonly slug?: string }) => void;
}) {
  const { account } = useSession();
  const slug = typed.slug ?? draft.slug;
  const taken = draft.slugTaken && slug === draft.slug;
  const save = (path = typed.slug) => {
    // A cleared field is not saved as a choice.
    const { name = '' } = typed;
    const choices = {
      ...(name.trim() !== '' && { name }),
      ...(path !== undefined && path !== '' && { slug: path }),
    };
    if (Object.keys(choices).length > 0) onSave(choices);
  };
  return (
    <Section title="Name and URL">
      <Stack gap="md" maw={640}>
        <TextInput
          label="Name"
          description="Shown in this dashboard. You can change it later."
          maxLength={100}
          value={typed.name ?? draft.name}
          onChange={({ currentTarget }) => onType({ name: currentTarget.value })}
          onBlur={() => save()}
          error={typed.name?.trim() === '' ? 'Enter a name' : problemOf(error, '/name')}
        />
        <TextInput
          label="URL path"
          description={
            <>
              You can’t change this after publishing. Your API’s URL:{' '}
              <code className={classes['name']}>
                {window.location.origin}
                {servicePath(account.accountId, slug || 'my-service')}/…
              </code>
            </>
          }
          maxLength={64}
          value={slug}
          onChange={({ currentTarget }) =>
            onType({ slug: currentTarget.value.replace(/[^A-Za-z0-9_-]+/g, '-') })
          }
          onBlur={() => {
            // "my service!" is typed as "my-service-". What is typed next may need the hyphen.
            const trimmed = typed.slug?.replace(/^-+|-+$/g, '');
            if (trimmed !== undefined && trimmed !== typed.slug) onType({ slug: trimmed });
            save(trimmed);
          }}
          error={
            slug === ''
              ? 'Enter a path'
              : taken
                ? 'Another service of yours has this path. Choose another one.'
                : problemOf(error, '/slug')
          }
        />
      </Stack>
    </Section>
  );
}
