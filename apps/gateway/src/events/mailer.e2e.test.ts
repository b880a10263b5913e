import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { MailConfig } from '../config/mail-config.js';
import {
  type ReceivedMail,
  SMTP_LOGIN,
  type SmtpReceiver,
  startSmtpReceiver,
} from '../testing/smtp-receiver.js';
import { printMail } from './mail-text.js';
import { createMailer } from './mailer.js';

const NEVER = new AbortController().signal;
const from = { name: 'Soapstone', address: 'gateway@mail.example' };
const TEXT = {
  subject: 'The API key “CI” was created',
  paragraphs: ['The API key “CI” was created.'],
  link: { label: 'Open gateway.example', url: 'https://gateway.example/keys?a=1&b=2' },
  footer: 'You get this email because of your account.',
};

let server: SmtpReceiver;
beforeAll(async () => {
  server = await startSmtpReceiver();
});
afterAll(() => server?.stop());
afterEach(() => server.clear());

const config = (over: Partial<MailConfig> = {}): MailConfig => ({
  host: 'localhost',
  port: server.port,
  tls: 'starttls',
  login: SMTP_LOGIN,
  caFile: server.caFile,
  from,
  ...over,
});
const send = async (over: Partial<MailConfig> = {}, to = 'owner@example.com', text = TEXT) => {
  const mailer = await createMailer(config(over));
  return mailer.send({ ...printMail(text), to, id: 'one' }, NEVER);
};
const first = (): ReceivedMail => {
  expect(server.mails).toHaveLength(1);
  return server.mails[0]!;
};

describe('the mail server', () => {
  test('mailer: an email has plain text, HTML with a link, and a stable id, after STARTTLS and a login', async () => {
    expect(await send()).toBeUndefined();
    const mail = first();
    expect([mail.secure, mail.user]).toEqual([true, SMTP_LOGIN.user]);
    expect(mail.envelope).toEqual({ from: from.address, to: ['owner@example.com'] });
    expect(mail.headers).toMatchObject({
      from: ['Soapstone <gateway@mail.example>'],
      to: ['owner@example.com'],
      subject: ['The API key “CI” was created'],
      'message-id': ['<one@mail.example>'],
      'auto-submitted': ['auto-generated'],
    });
    expect(mail.text.replaceAll('\r\n', '\n')).toBe(
      'The API key “CI” was created.\n\nOpen gateway.example:\nhttps://gateway.example/keys?a=1&b=2\n\n-- \nYou get this email because of your account.\n',
    );
    expect(mail.html).toContain(
      '<a href="https://gateway.example/keys?a=1&amp;b=2">Open gateway.example</a>',
    );
  });

  test('mailer: TLS from the first byte', async () => {
    const implicit = await startSmtpReceiver({ secure: true });
    try {
      expect(await send({ tls: 'implicit', port: implicit.port, caFile: implicit.caFile })).toBeUndefined();
      expect(implicit.mails.map(({ secure }) => secure)).toEqual([true]);
    } finally {
      await implicit.stop();
    }
  });

  test('mailer: without STARTTLS nothing is sent, neither the login nor the message', async () => {
    const plain = await startSmtpReceiver({ disabledCommands: ['STARTTLS'], authOptional: true });
    try {
      expect(await send({ port: plain.port })).toMatchObject({ concerns: 'server', isFinal: false });
      expect(plain.mails).toEqual([]);
      const { login: _none, ...others } = config({ port: plain.port, tls: 'off' });
      const mailer = await createMailer({ ...others, caFile: undefined });
      expect(await mailer.send({ ...printMail(TEXT), to: 'a@b.example', id: '1' }, NEVER)).toBeUndefined();
      expect(plain.mails.map(({ secure }) => secure)).toEqual([false]);
    } finally {
      await plain.stop();
    }
  });

  test('mailer: a certificate that no authority signed, and a wrong password, send nothing', async () => {
    expect(await send({ caFile: undefined })).toMatchObject({ concerns: 'server', isFinal: false });
    const wrong = await send({ login: { user: SMTP_LOGIN.user, password: 'wrong' } });
    expect(wrong).toMatchObject({ code: '535', concerns: 'server', isFinal: false });
    expect(server.mails).toEqual([]);
  });

  test('mailer: a recipient that the server refuses for good is not tried again, one that it refuses for now is', async () => {
    server.refuse = (address) => (address.startsWith('gone') ? 550 : 450);
    expect(await send({}, 'gone@example.com')).toMatchObject({
      code: '550',
      concerns: 'message',
      isFinal: true,
    });
    expect(await send({}, 'full@example.com')).toMatchObject({
      code: '450',
      concerns: 'message',
      isFinal: false,
    });
    server.refuse = () => 250;
  });

  test('mailer: a server that is not there, and one that never answers, are failures of the server', async () => {
    const { port } = server;
    expect(await send({ port: 1 })).toMatchObject({ concerns: 'server', isFinal: false });
    const sockets: Socket[] = [];
    const silent: Server = createServer((socket) => void sockets.push(socket));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const address = silent.address();
    const closing = new AbortController();
    const mailer = await createMailer(
      config({ port: typeof address === 'object' && address !== null ? address.port : port }),
    );
    const sending = mailer.send({ ...printMail(TEXT), to: 'a@b.example', id: '1' }, closing.signal);
    await expect.poll(() => sockets.length).toBe(1);
    closing.abort();
    expect(await sending).toMatchObject({ concerns: 'server' });
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  test('mailer: no value becomes a header, another recipient, or markup', async () => {
    for (const hostile of [
      'a\r\nBcc: victim@example.com',
      'a\nSubject: other\n\nbody',
      'a\u2028Bcc: victim@example.com',
      '=?utf-8?Q?=0D=0ABcc:_victim@example.com?=',
      '<img src=x onerror=alert(1)>"\'&',
      `${'x'.repeat(5_000)}\r\nX-Evil: 1`,
      '.\r\nMAIL FROM:<evil@example.com>\r\n.',
    ]) {
      server.clear();
      const text = { ...TEXT, subject: hostile, paragraphs: [hostile], footer: hostile };
      expect(await send({}, 'owner@example.com', text)).toBeUndefined();
      const mail = first();
      expect(mail.envelope).toEqual({ from: from.address, to: ['owner@example.com'] });
      expect(Object.keys(mail.headers).sort()).toEqual([
        'auto-submitted',
        'content-type',
        'date',
        'from',
        'message-id',
        'mime-version',
        'subject',
        'to',
        'x-auto-response-suppress',
      ]);
      expect(mail.headers['to']).toEqual(['owner@example.com']);
      expect(mail.html).not.toContain('<img');
    }
  });

  test.each([
    'a@b.example,c@d.example',
    'a@b.example c@d.example',
    '<a@b.example>',
    'a@b.example>\r\nRCPT TO:<c@d.example',
    '"a@b.example,"@d.example',
    'a@b.example\r\nBcc: c@d.example',
    'group:a@b.example;',
    '@d.example:a@b.example',
    'a..b@c.example',
    'a@-b.example',
    'a@[127.0.0.1]',
    'a@b_c',
    `${'a'.repeat(65)}@b.example`,
    `a@${'b.'.repeat(130)}example`,
    '',
  ])('mailer: %j is no recipient', async (to) => {
    const before = server.connections();
    expect(await send({}, to)).toMatchObject({ code: 'EADDRESS', concerns: 'message', isFinal: true });
    expect(server.connections()).toBe(before);
  });
});
