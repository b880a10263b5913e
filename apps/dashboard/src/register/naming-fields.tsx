import { Stack, TextInput } from '@mantine/core';
import { servicePath } from '@soapstone/http-contract';
import { problemOf } from '../api/explain-error.js';
import { useSession } from '../api/session.js';
import classes from './naming-fields.module.css';

/** How a new service is called, where its owner says so. */
export interface Naming {
  readonly name: string;
  readonly slug: string;
}

/** What a new service is called; all of it can be left to the WSDL. */
export function NamingFields({
  naming,
  onChange,
  error,
}: {
  readonly naming: Naming;
  readonly onChange: (naming: Naming) => void;
  readonly error: unknown;
}) {
  const { account } = useSession();
  const slug = naming.slug.trim() || 'my-service';
  return (
    <details className={classes['more']}>
      <summary>Name and URL path (optional)</summary>
      <Stack gap="md" mt="md">
        <TextInput
          label="Name"
          description="Shown in this dashboard. Default: the name in the WSDL."
          maxLength={100}
          value={naming.name}
          onChange={({ currentTarget }) => onChange({ ...naming, name: currentTarget.value })}
          error={problemOf(error, '/name')}
        />
        <TextInput
          label="URL path"
          description={
            <>
              Letters, digits, - and _. You can’t change this later: it is part of your API’s URL:{' '}
              <code className={classes['address']}>{servicePath(account.accountId, slug)}/…</code>
            </>
          }
          placeholder="my-service"
          maxLength={64}
          pattern="[A-Za-z0-9_\-]+"
          value={naming.slug}
          onChange={({ currentTarget }) =>
            onChange({ ...naming, slug: currentTarget.value.replace(/[^A-Za-z0-9_-]+/g, '-') })
          }
          error={problemOf(error, '/slug')}
        />
      </Stack>
    </details>
  );
}
