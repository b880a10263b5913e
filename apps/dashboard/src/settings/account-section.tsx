import { Input } from '@mantine/core';
import { useRenameAccount } from '../api/account.js';
import { useSession } from '../api/session.js';
import { CopyLine } from '../components/copy-line.js';
import { RenameForm } from '../components/rename-form.js';
import { Section } from '../components/section.js';

/** The name of the account, and the id that is part of every URL. */
export function AccountSection() {
  const { account } = useSession();
  const rename = useRenameAccount();
  return (
    <Section title="Account">
      <RenameForm label="Account name" name={account.name} rename={rename} />
      <Input.Wrapper
        component="div"
        labelElement="div"
        label="Account ID"
        description="Part of the URL of your APIs. Not secret; never changes."
        inputWrapperOrder={['label', 'description', 'input']}
      >
        <CopyLine value={account.accountId} what="the account id" />
      </Input.Wrapper>
    </Section>
  );
}
