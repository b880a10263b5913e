import { createHash, createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createSeededRandom } from '../../../../ws-security/src/testing/seeded-random.js';
import { printChallenge } from '../../testing/ntlm-challenge.js';
import { md4 } from './md4.js';
import { type NtlmChallenge, printAuthenticate, printNegotiate, readChallenge } from './ntlm-messages.js';

const hmac = (key: Buffer, ...parts: Buffer[]): Buffer =>
  createHmac('md5', key).update(Buffer.concat(parts)).digest();

describe('md4', () => {
  test.each([
    ['', '31d6cfe0d16ae931b73c59d7e0c089c0'],
    ['a', 'bde52cb31de33e46245e05fbdbd6fb24'],
    ['abc', 'a448017aaf21d8525fc10ae87aa6729d'],
    ['message digest', 'd9130a8164549fe818874806e1c7014b'],
    ['abcdefghijklmnopqrstuvwxyz', 'd79e1c308aa5bbcdeea8ed63df412da9'],
    ['ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789', '043f8582f241db351ce627e153e7f0e4'],
    [
      '12345678901234567890123456789012345678901234567890123456789012345678901234567890',
      'e33b4ddc9c38f2199c3e7b164fcc0536',
    ],
  ])('the vector %j of RFC 1320', (text, digest) => {
    expect(md4(Buffer.from(text, 'latin1')).toString('hex')).toBe(digest);
  });
});

describe('the third message of NTLM', () => {
  /** `NTOWFv2` of the user `User`, the domain `Domain` and the password `Password` (MS-NLMP §4.2.4.1.1). */
  const key = Buffer.from('0c868a403bfd7a93a3001ef22ef02e3f', 'hex');
  const fieldOf = (message: Buffer, at: number): Buffer => {
    const offset = message.readUInt32LE(at + 4);
    return message.subarray(offset, offset + message.readUInt16LE(at));
  };
  const pairsOf = (temp: Buffer): Map<number, string> => {
    const pairs = new Map<number, string>();
    for (let at = 28; temp.readUInt16LE(at) !== 0; ) {
      const end = at + 4 + temp.readUInt16LE(at + 2);
      pairs.set(temp.readUInt16LE(at), temp.toString('hex', at + 4, end));
      at = end;
    }
    return pairs;
  };
  const raw = printChallenge([
    [2, Buffer.from('Domain', 'utf16le')],
    [7, Buffer.from('0011223344556677', 'hex')],
  ]);
  const login = {
    challenge: readChallenge(raw) as NtlmChallenge,
    host: 'service.example',
    binding: Buffer.from('tls-server-end-point:hash'),
    nonce: Buffer.alloc(8, 0xaa),
    now: 0,
  };

  test.each([
    { username: 'User', password: 'Password', domain: 'Domain' },
    { username: 'Domain\\user', password: 'Password' },
  ])('proves the password with the key of MS-NLMP, and binds all messages: $username', (profile) => {
    const message = printAuthenticate({ ...login, profile });
    expect(message.toString('latin1', 0, 8)).toBe('NTLMSSP\0');
    expect(message.readUInt32LE(8)).toBe(3);
    expect(fieldOf(message, 28).toString('utf16le')).toBe('Domain');
    const response = fieldOf(message, 20);
    const [proof, temp] = [response.subarray(0, 16), response.subarray(16)];
    expect(proof).toEqual(hmac(key, Buffer.from('0123456789abcdef', 'hex'), temp));
    expect(temp.toString('hex', 8, 24)).toBe(`0011223344556677${'aa'.repeat(8)}`);
    const mic = Buffer.from(message.subarray(72, 88));
    message.fill(0, 72, 88);
    expect(mic).toEqual(hmac(hmac(key, proof), printNegotiate(), raw, message));
    const binding = createHash('md5').update(
      Buffer.concat([Buffer.alloc(16), Buffer.from([login.binding.length, 0, 0, 0]), login.binding]),
    );
    expect(Object.fromEntries(pairsOf(temp))).toEqual({
      2: Buffer.from('Domain', 'utf16le').toString('hex'),
      6: '02000000',
      7: '0011223344556677',
      9: Buffer.from('HTTP/service.example', 'utf16le').toString('hex'),
      10: binding.digest('hex'),
    });
  });
});

describe('readChallenge', () => {
  const valid = printChallenge();
  const changed = (change: (message: Buffer) => void): Buffer => {
    const copy = Buffer.from(valid);
    change(copy);
    return copy;
  };

  test.each([
    ['nothing', Buffer.alloc(0), /not an NTLM message/],
    ['another protocol', Buffer.alloc(60, 1), /not an NTLM message/],
    ['the first message', printNegotiate(), /not an NTLM message/],
    ['a third message', changed((m) => m.writeUInt32LE(3, 8)), /not the second message/],
    ['no Unicode', changed((m) => m.writeUInt32LE(0x8202, 20)), /no NTLMv2/],
    ['target information outside', changed((m) => m.writeUInt32LE(0xffff_fff0, 44)), /malformed/],
    ['target information without end', changed((m) => m.writeUInt16LE(8, 40)), /malformed/],
    ['a pair that is too long', changed((m) => m.writeUInt16LE(0xffff, 58)), /malformed/],
    ['short flags', printChallenge([[6, Buffer.alloc(2)]]), /malformed/],
    ['a short time', printChallenge([[7, Buffer.alloc(4)]]), /malformed/],
    [
      'a pair twice',
      printChallenge([
        [2, Buffer.alloc(2)],
        [2, Buffer.alloc(2)],
      ]),
      /malformed/,
    ],
    [
      'a thousand pairs',
      printChallenge(Array.from({ length: 1_000 }, (_, id) => [id + 100, Buffer.alloc(1)] as const)),
      /malformed/,
    ],
  ])('rejects %s', (_name, message, problem) => {
    expect(readChallenge(message)).toMatch(problem);
  });

  test('never throws for random bytes', () => {
    const next = createSeededRandom(22);
    const random = (below: number): number => Math.floor(next() * below);
    for (let round = 0; round < 5_000; round += 1) {
      const message = changed((m) => {
        for (let count = 0; count < 4; count += 1) {
          const [at = 0, value = 0] = [random(m.length - 8), random(256)];
          m[8 + at] = value;
        }
      }).subarray(0, 8 + random(valid.length));
      const read = readChallenge(message);
      if (typeof read === 'string') continue;
      const profile = { username: 'u', password: 'p' };
      const login = { profile, challenge: read, host: 'h', binding: undefined };
      printAuthenticate({ ...login, nonce: Buffer.alloc(8), now: 0 });
    }
  });
});
