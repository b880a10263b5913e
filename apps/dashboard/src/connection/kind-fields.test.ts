import { DOORS, type KindName } from '@soapstone/credentials/doors';
import { expect, test } from 'vitest';
import { CREDENTIAL_KINDS } from './credential-kinds.js';
import { KindFields } from './kind-fields.js';
import { EMPTY_DRAFT, hasFields } from './profile.js';

test.each(CREDENTIAL_KINDS)(
  'credentials form: %s has fields, of the table or of its own',
  (kind: KindName) => {
    expect(hasFields(kind)).toBe(!('own' in DOORS[kind].form));
    expect(KindFields({ kind, draft: EMPTY_DRAFT, onChange: () => {} })).toBeDefined();
    expect(EMPTY_DRAFT).toHaveProperty(kind);
  },
);
