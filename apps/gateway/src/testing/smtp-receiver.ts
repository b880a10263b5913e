import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { generate } from 'selfsigned';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** An email as the server got it, read by the parser of Python's standard library. */
export interface ReceivedMail {
  /** The commands that the server received. */
  readonly envelope: { readonly from: string; readonly to: readonly string[] };
  readonly user: string | undefined;
  readonly secure: boolean;
  /** Each header, decoded, by lower-case name. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly text: string;
  readonly html: string;
  readonly raw: string;
}

/** A real SMTP server on loopback (npm `smtp-server`), with TLS and a login. */
export interface SmtpReceiver {
  readonly port: number;
  /** The file of its certificate. */
  readonly caFile: string;
  readonly mails: readonly ReceivedMail[];
  /** Returns the reply code for a recipient; 250 accepts. */
  refuse: (address: string) => number;
  /** Waits before an email is accepted. */
  hold: (address: string) => Promise<void>;
  /** The number of connections so far. */
  readonly connections: () => number;
  clear(): void;
  stop(): Promise<void>;
}

export const SMTP_LOGIN = { user: 'gateway@mail.example', password: 'a password/with:signs@' };

/** Starts a server. `options` replace its own, such as `{ secure: true }` for TLS from the first byte. */
export async function startSmtpReceiver(options: SMTPServerOptions = {}): Promise<SmtpReceiver> {
  const directory = await mkdtemp(join(tmpdir(), 'soapstone-smtp-'));
  const names = [
    { type: 2 as const, value: 'localhost' },
    { type: 7 as const, ip: '127.0.0.1' },
  ];
  const pems = await generate([{ name: 'commonName', value: 'localhost' }], {
    keySize: 2048,
    extensions: [{ name: 'subjectAltName', altNames: names }],
  });
  const caFile = join(directory, 'mail.pem');
  await writeFile(caFile, pems.cert);
  const mails: ReceivedMail[] = [];
  let connections = 0;
  const receiver = {
    refuse: (_address: string): number => 250,
    hold: async (_address: string): Promise<void> => {},
  };
  const server = new SMTPServer({
    key: pems.private,
    cert: pems.cert,
    disableReverseLookup: true,
    onConnect(_session, done) {
      connections += 1;
      done();
    },
    onAuth({ username, password }, _session, done) {
      if (username === SMTP_LOGIN.user && password === SMTP_LOGIN.password) done(null, { user: username });
      else done(new Error('wrong login'));
    },
    onRcptTo({ address }, _session, done) {
      const code = receiver.refuse(address);
      if (code === 250) done();
      else done(Object.assign(new Error(`refused with ${code}`), { responseCode: code }));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const raw = Buffer.concat(chunks).toString();
        const { mailFrom, rcptTo } = session.envelope;
        const to = rcptTo.map(({ address }) => address);
        await receiver.hold(to[0] ?? '');
        const from = mailFrom === false ? '' : mailFrom.address;
        const parsed = await parse(raw);
        const user = session.user === undefined ? undefined : String(session.user);
        mails.push({ envelope: { from, to }, user, secure: session.secure, raw, ...parsed });
        done();
      });
    },
    ...options,
  });
  // A client that breaks off is not the fault of the server.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.server.address();
  return Object.assign(receiver, {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    caFile,
    mails,
    connections: () => connections,
    clear() {
      mails.length = 0;
    },
    async stop() {
      await new Promise<void>((resolve) => server.close(resolve));
      await rm(directory, { recursive: true, force: true });
    },
  });
}

const PARSER = `
import sys, json, email, email.policy
message = email.message_from_bytes(sys.stdin.buffer.read(), policy=email.policy.default)
headers = {}
for name, value in message.items(): headers.setdefault(name.lower(), []).append(str(value))
body = lambda kind: message.get_body((kind,)).get_content()
print(json.dumps({'headers': headers, 'text': body('plain'), 'html': body('html')}))
`;

async function parse(raw: string): Promise<Pick<ReceivedMail, 'headers' | 'text' | 'html'>> {
  const running = promisify(execFile)('python3', ['-c', PARSER]);
  running.child.stdin?.end(raw);
  return JSON.parse((await running).stdout);
}
