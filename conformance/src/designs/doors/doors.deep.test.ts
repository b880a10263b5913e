import { spawnSync } from 'node:child_process';
import { createRestApi } from '@soapstone/rest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { directoryOf, runCommand } from '../../../../apps/cli/src/testing/run-command.js';
import {
  type GatewayUnderTest,
  startUnderTest,
} from '../../../../apps/gateway/src/testing/gateway-under-test.js';
import type { OwnerClient } from '../../../../apps/gateway/src/testing/owner-client.js';
import { createIdentity, type Identity } from '../../../../packages/ws-security/src/testing/certificates.js';
import { infosetOf } from '../../material/infoset.js';
import { hasCorpus } from '../../wsdl/corpus.js';
import { type CaseRequest, readDoorCases } from './door-case.js';
import { createDoorOwner, type Door, type DoorAnswer, filesOf, openDoors, sourceOf } from './open-doors.js';
import { envelope, type ScriptedServer, startScriptedServer } from './scripted-server.js';

let under: GatewayUnderTest;
let server: ScriptedServer;
let owner: OwnerClient;

beforeAll(async () => {
  [server, under] = await Promise.all([startScriptedServer(), startUnderTest()]);
  owner = await createDoorOwner(under);
}, 120_000);
afterAll(() => Promise.all([server?.stop(), under?.stop()]));

const listOf = <T>(value: T | readonly T[] | undefined): readonly T[] =>
  value === undefined ? [] : Array.isArray(value) ? (value as readonly T[]) : [value as T];

/** Sends a request, and those for the pages after it. */
async function sendAll(
  door: Door,
  { send, headers, body, pages = 1 }: CaseRequest,
): Promise<readonly DoorAnswer[]> {
  const [, method = '', path = ''] = /^([A-Z]+) (.*)$/s.exec(send) ?? [];
  const answers: DoorAnswer[] = [];
  for (let next: string | undefined = path; next !== undefined && answers.length < pages; ) {
    const answer: DoorAnswer = await door.send({ method, path: next, ...(headers && { headers }), body });
    answers.push(answer);
    next = answer.headers['link'];
  }
  return answers;
}

async function judge(door: Door, request: CaseRequest, key: Identity | undefined): Promise<void> {
  const { send, soap, header, signs, reply, replyHeader, attachment, status, has = {}, result } = request;
  const { contains, problem } = request;
  const before = server.bodies.length;
  server.answers = listOf(reply).map((body) => ({ body, header: replyHeader, attachment }));
  const answers = await sendAll(door, request);
  const shown = `${door.name}: ${send}: ${answers.map(({ text }) => text).join('\n')}`;
  const last = answers.at(-1) as DoorAnswer;
  expect([shown, last.status]).toEqual([shown, status]);
  for (const [name, value] of Object.entries(has))
    expect([shown, name, last.headers[name.toLowerCase()] ?? null]).toEqual([shown, name, value]);
  if (result !== undefined)
    expect([door.name, send, answers.map(({ text }) => text).join('\n')]).toEqual([door.name, send, result]);
  if (contains !== undefined) expect(shown).toContain(contains);
  if (problem !== undefined) expect([shown, JSON.parse(last.text)]).toMatchObject([shown, problem]);
  const sent = server.bodies.slice(before);
  expect([shown, sent.length]).toEqual([shown, signs === undefined ? listOf(soap).length : 1]);
  if (signs !== undefined) {
    expect([shown, sent[0]]).toEqual([shown, expect.stringContaining(`URI="#${signs}"`)]);
    expect([shown, isSigned(sent[0] as string, key as Identity)]).toEqual([shown, true]);
  }
  for (const [at, expected] of listOf(soap).entries())
    expect(infosetOf(withoutPrologue(sent[at] as string)), shown).toBe(infosetOf(envelope(expected, header)));
}

const withoutPrologue = (xml: string): string => xml.replace(/^<\?xml[^>]*\?>/, '');

/** Whether libxmlsec1 verifies the signature of a message. */
function isSigned(xml: string, { certificate }: Identity): boolean {
  const folder = directoryOf({ 'message.xml': xml, 'certificate.pem': certificate });
  const { status } = spawnSync(
    'xmlsec1',
    ['--verify', '--pubkey-cert-pem', 'certificate.pem', '--id-attr:Id', 'urn:d:Invoice', 'message.xml'],
    { cwd: folder },
  );
  return status === 0;
}

test.skipIf(!hasCorpus())('eight designs are on WSDLs of the corpus', () => {
  expect(readDoorCases().filter(({ isReal }) => isReal)).toHaveLength(8);
});

describe.each(readDoorCases().map((each) => [each.name, each] as const))('%s', (_name, each) => {
  let doors: readonly Door[];
  let key: Identity | undefined;

  beforeAll(async () => {
    key = each.signed ? await createIdentity('signer') : undefined;
    const { documents, design } = each;
    doors = await openDoors({ documents, design, endpoint: server.address, key }, under, owner);
  }, 120_000);
  afterAll(() => Promise.all((doors ?? []).map((door) => door.close())));

  test.each([0, 1, 2])('requests through door %i', async (at) => {
    for (const request of each.requests) await judge(doors[at] as Door, request, key);
  });

  test.each(each.mistakes.map((mistake) => [mistake.is, mistake] as const))(
    'a mistake: %s',
    async (_is, { of, is, says, nearest }) => {
      expect(each.file.split(of)).toHaveLength(2);
      const text = each.file.replace(of, () => is);
      const cwd = directoryOf({ ...each.documents, 'design.yaml': text });
      const { out, err, exitCode } = await runCommand(['design', 'check', 'service.wsdl', 'design.yaml'], {
        cwd,
      });
      expect([exitCode, (out || err).trim().split('\n')]).toEqual([1, expect.arrayContaining([says])]);
      const message = says.slice(says.indexOf(': ', says.lastIndexOf(' > ') + 1) + 2);
      const design = parse(text);
      const refused = await createRestApi(sourceOf(each.documents), { client: { design } }).then(
        async (api) => {
          await api.close();
          return undefined;
        },
        (error: unknown) => error as { readonly problems?: readonly { readonly message: string }[] },
      );
      expect(refused?.problems?.map((problem) => problem.message)).toContain(message);
      const made = await owner.send('POST', '/api/manage/services', {
        files: filesOf(each.documents),
        design,
      });
      expect([made.status, made.text]).toEqual([
        400,
        expect.stringContaining(JSON.stringify(message).slice(1, -1)),
      ]);
      if (nearest !== undefined) expect(says.endsWith(`did you mean ${nearest}?`)).toBe(true);
    },
  );
});
