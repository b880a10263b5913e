import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { NewRevision } from '../domain/services/registered-service.js';
import { checkAnswers } from '../testing/check-answers.js';
import { type GatewayUnderTest, startUnderTest } from '../testing/gateway-under-test.js';
import { createOwner, type OwnerClient } from '../testing/owner-client.js';

const folder = new URL('../../../../examples/user-directory/', import.meta.url);
const LOOK_AHEAD = '(?=[1-9])[0-9]+';

interface Shown {
  readonly operations: readonly { name: string; compatibility: string; diagnostics: number[] }[];
  readonly diagnostics: readonly { code: string; message: string; file: string; line: number }[];
}

interface Report {
  readonly operations: readonly { operation: string; grade: string; findings: number[] }[];
  readonly diagnostics: Shown['diagnostics'];
}

/** The type of the page size, which only ListUsers uses, gets a pattern that the parser accepts and the mapper cannot check. */
describe('findings of patterns that cannot be checked', () => {
  let under: GatewayUnderTest;
  let owner: OwnerClient;
  let xsd: string;
  let serviceId: string;
  let path: string;
  let registered: unknown;
  beforeAll(async () => {
    const [gateway, schema] = await Promise.all([
      startUnderTest(),
      readFile(new URL('user-directory.xsd', folder), 'utf8'),
    ]);
    under = gateway;
    xsd = schema.replace('<xs:minInclusive', `<xs:pattern value="${LOOK_AHEAD}"/>\n      <xs:minInclusive`);
  });
  afterAll(() => under?.stop());
  beforeEach(async () => {
    owner = checkAnswers(await createOwner(under));
    const wsdl = await readFile(new URL('user-directory.wsdl', folder), 'utf8');
    const file = (name: string, text: string) => ({
      path: name,
      content: Buffer.from(text).toString('base64'),
    });
    const files = [file('user-directory.wsdl', wsdl), file('user-directory.xsd', xsd)];
    const answer = await owner.send('POST', '/api/manage/services', { files });
    registered = answer.json<unknown>();
    serviceId = answer.json<{ serviceId: string }>().serviceId;
    path = `/api/manage/services/${serviceId}`;
  });
  const show = async () => (await owner.send('GET', path)).json<Shown>();
  const reportOf = async (revision: number) =>
    (await owner.send('GET', `${path}/revisions/${revision}/report`)).json<Report>();
  /** Publishes a revision with the model of the first and the findings that an earlier gateway version stored. */
  const putOld = async (number: number, grades?: NewRevision['grades']) => {
    const { services } = under.gateway.store;
    const packed = await services.findPackedModel(owner.accountId, serviceId, 1);
    const stored = { serviceId, number, packedModel: packed!.packed, source: 'x', createdAt: Date.now() };
    await services.addRevision(owner.accountId, { ...stored, diagnostics: [], grades });
    expect((await owner.send('PUT', `${path}/revisions/${number}/in-force`)).status).toBe(200);
  };
  const expectFound = (shown: Shown, report: Report) => {
    expect(shown.diagnostics).toEqual(report.diagnostics);
    const place = report.diagnostics.findIndex(({ message }) => message.includes(LOOK_AHEAD));
    const { code, file, line } = report.diagnostics[place]!;
    expect([code, file]).toEqual(['INVALID_FACET', 'user-directory.xsd']);
    expect(xsd.split('\n')[line - 1]).toContain('PageSize');
    const expected = [
      ['GetUser', 'exact', []],
      ['ListUsers', 'degraded', [place]],
      ['CreateUser', 'exact', []],
    ];
    expect(report.operations.map(({ operation, grade, findings }) => [operation, grade, findings])).toEqual(
      expected,
    );
    expect(
      shown.operations.map(({ name, compatibility, diagnostics }) => [name, compatibility, diagnostics]),
    ).toEqual(expected);
  };

  test('are listed by the registration, the service and the report', async () => {
    const shown = await show();
    expect(registered).toMatchObject({ diagnostics: shown.diagnostics });
    expectFound(shown, await reportOf(1));
  });

  test('are computed for a revision that was stored without grades', async () => {
    await putOld(2);
    expectFound(await show(), await reportOf(2));
  });

  test('may be absent from a revision whose grades were stored without them', async () => {
    const { grades } = (await under.gateway.store.services.findRevision(owner.accountId, serviceId, 1))!;
    await putOld(
      2,
      grades!.map((grade) => ({ ...grade, findings: [] })),
    );
    const { operations, diagnostics } = await show();
    expect(diagnostics).toEqual([]);
    expect(operations.map(({ name, compatibility }) => [name, compatibility])).toContainEqual([
      'ListUsers',
      'degraded',
    ]);
    expect((await reportOf(2)).operations.map(({ findings }) => findings)).toEqual([[], [], []]);
  });
});
