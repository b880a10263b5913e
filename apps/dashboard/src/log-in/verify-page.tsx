import { Button, Stack, Text } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useChange } from '../api/requests/use-change.js';
import { ButtonLink } from '../components/layout/links.js';
import { PageHeader } from '../components/layout/page-header.js';
import { VisitorCard } from '../components/layout/visitor-card.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { readLinkToken } from './link-token.js';

/** Verifies an address with the link of an email: by a button, because programs that read email open links too. */
export function VerifyAddressPage() {
  const token = readLinkToken(useLocation().hash);
  const verify = useChange('post', '/api/manage/verify-address', { reloads: [['mail'], ['session']] });
  return (
    <VisitorCard
      header={<PageHeader title={verify.isSuccess ? 'Address verified' : 'Verify email address'} />}
      footer={null}
    >
      {verify.isSuccess ? (
        <>
          <Text role="status" style={{ overflowWrap: 'anywhere' }}>
            {verify.data.address} is the address of your account.
          </Text>
          <ButtonLink to="/settings" fullWidth>
            Open settings
          </ButtonLink>
        </>
      ) : token === undefined ? (
        <Text>This link is incomplete. Open the whole link from the email.</Text>
      ) : (
        <Stack>
          <ErrorNotice error={verify.error} />
          <Button loading={verify.isPending} onClick={() => verify.mutate({ body: { token } })} fullWidth>
            Verify address
          </Button>
        </Stack>
      )}
    </VisitorCard>
  );
}
