import { describe, expect, test } from 'vitest';
import { describeAnswer } from './describe-answer.js';
import { hideInAnswer, printAnswer, type ReceivedAnswer } from './received-answer.js';
import { explainTls } from './tls-reasons.js';

const answer = (
  status: number,
  headers: ReceivedAnswer['headers'],
  body: string | Uint8Array = '',
): ReceivedAnswer => ({
  status,
  headers,
  start: typeof body === 'string' ? new TextEncoder().encode(body) : body,
  truncated: false,
});

describe('describeAnswer', () => {
  // Expectations written by hand: what a person at a terminal has to read.
  test.each<[string, ReceivedAnswer, kind: string, short: string, full: string, remedy?: string]>([
    [
      'a redirect',
      answer(307, { location: 'https://new.example.com/users' }),
      'redirect',
      'a redirect (307), which calls do not follow',
      'a redirect (307) to https://new.example.com/users, which calls do not follow',
      'endpoint',
    ],
    [
      'a redirect to a login page',
      answer(302, { location: '/adfs/ls/?wa=wsignin1.0' }),
      'redirect',
      'a redirect (302), which calls do not follow',
      'a redirect (302) to /adfs/ls/?wa=wsignin1.0, which calls do not follow',
      'credentials',
    ],
    [
      'a challenge that is supported',
      answer(401, { 'www-authenticate': 'Basic realm="Orders, internal", charset="UTF-8"' }),
      'login',
      'it asks for a login',
      'it asks for a login with Basic (realm "Orders, internal")',
      'credentials',
    ],
    [
      'several challenges in one field and in two',
      answer(401, {
        'www-authenticate': ['Digest realm="a", nonce="x,y", Negotiate', 'NTLM TlRMTVNTUAAC=='],
      }),
      'login',
      'it asks for a login',
      'it asks for a login with Digest or Negotiate or NTLM (realm "a")',
      'credentials',
    ],
    [
      'a challenge that is not supported',
      answer(401, { 'www-authenticate': 'HOBA challenge="n"' }, '<html>no</html>'),
      'login',
      'it asks for a login',
      'it asks for a login with HOBA, which is not supported',
    ],
    [
      'a token that is rejected, with the reason',
      answer(401, {
        'www-authenticate': 'Bearer error="invalid_token", error_description="The token expired"',
      }),
      'login',
      'it asks for a login',
      'it asks for a login with Bearer: "The token expired"',
      'credentials',
    ],
    [
      'a method that is not allowed, and those that are',
      answer(405, { allow: 'GET, HEAD' }),
      'empty',
      'its body is empty',
      'its body is empty; it takes GET, HEAD there',
    ],
    [
      'a media type that is not accepted, and those that are',
      answer(415, { 'accept-post': 'application/soap+xml' }),
      'empty',
      'its body is empty',
      'its body is empty; it takes application/soap+xml',
    ],
    [
      'a server that is busy for a while',
      answer(503, { 'retry-after': '120' }, 'maintenance'),
      'text',
      'it is text, not XML',
      'it is text, not XML: "maintenance"; it asks to try again in 120 seconds',
    ],
    [
      'gzip data that nothing announces',
      answer(200, { 'content-type': 'text/xml' }, Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0)),
      'binary',
      'it is gzip data without the Content-Encoding that says so',
      'it is gzip data without the Content-Encoding that says so',
    ],
    [
      'a proxy',
      answer(407, { 'proxy-authenticate': 'Basic realm="p"' }),
      'proxy-login',
      'a proxy asks for a login',
      'a proxy asks for a login with Basic (realm "p")',
    ],
    [
      'a refusal with a reason',
      answer(403, { 'content-type': 'application/json' }, '{"message":"IP not allowed"}'),
      'forbidden',
      'it refuses access',
      'it refuses access; it is JSON, not XML: "IP not allowed"',
      'credentials',
    ],
    [
      'no body',
      answer(200, { 'content-type': 'text/xml' }),
      'empty',
      'its body is empty',
      'its body is empty',
    ],
    [
      'a page with a title',
      answer(200, {}, '<!DOCTYPE html>\n<html><head><title>\n Sign in </title>'),
      'html',
      'it is an HTML page',
      'it is an HTML page with the title "Sign in"',
    ],
    [
      'an XHTML page without a title',
      answer(500, {}, '<?xml version="1.0"?><html><style>p{}</style><body><p>Oops</p> at 5</body></html>'),
      'html',
      'it is an HTML page',
      'it is an HTML page: "Oops at 5"',
    ],
    [
      'a piece of a page, as PHP prints errors',
      answer(
        500,
        { 'content-type': 'text/html; charset=UTF-8' },
        '<br />\n<b>Fatal error</b>: no in <b>a.php</b>',
      ),
      'html',
      'it is an HTML page',
      'it is an HTML page: "Fatal error : no in a.php"',
    ],
    [
      'an error of PHP before an envelope',
      answer(
        200,
        { 'content-type': 'text/xml; charset=utf-8' },
        '<br />\n<b>Warning</b>: no in <b>a.php</b><br />\n<?xml version="1.0"?><e:Envelope xmlns:e="urn:e"/>',
      ),
      'html',
      'it is an HTML page',
      'it is an HTML page: "Warning : no in a.php"',
    ],
    [
      'bytes that begin with NULs',
      answer(200, { 'content-type': 'application/octet-stream' }, '\0\0\0\0\0\0\0\0'),
      'binary',
      'it is binary data, not XML',
      'it is binary data (application/octet-stream), not XML',
    ],
    [
      'an error of an API gateway',
      answer(500, {}, '{"fault":{"faultstring":"Invalid ApiKey","detail":{"errorcode":"x"}}}'),
      'json',
      'it is JSON, not XML',
      'it is JSON, not XML: "Invalid ApiKey"',
    ],
    [
      'a list of errors',
      answer(400, {}, '{"errors":[{"code":1,"title":"No such route"}]}'),
      'json',
      'it is JSON, not XML',
      'it is JSON, not XML: "No such route"',
    ],
    [
      'the text of a proxy',
      answer(503, { server: 'envoy', 'content-type': 'text/plain' }, 'upstream connect error\x1b[31m'),
      'text',
      'it is text, not XML',
      'it is text, not XML from envoy: "upstream connect error\ufffd[31m"',
    ],
    [
      'an archive',
      answer(200, { 'content-type': 'application/zip' }, Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0)),
      'binary',
      'it is binary data, not XML',
      'it is binary data (application/zip), not XML',
    ],
  ])('%s', (_what, given, kind, short, full, remedy) => {
    const expected = remedy === undefined ? { kind, short, full } : { kind, short, full, remedy };
    expect(describeAnswer(given)).toEqual(expected);
  });

  test.each([
    ['an envelope', '<?xml version="1.0"?><s:Envelope/>'],
    ['an envelope after a byte order mark', '\ufeff  <s:Envelope/>'],
    ['other XML', '<error>no</error>'],
  ])('%s is for the reader of XML', (_what, body) => {
    expect(describeAnswer(answer(500, {}, body))).toBeUndefined();
  });

  test('304 is no redirect', () => {
    const found = describeAnswer(answer(304, { location: '/users' }));
    expect(found).toMatchObject({ kind: 'empty', short: 'its body is empty' });
  });

  test('an envelope with a NUL after it is for the reader of XML', () => {
    expect(describeAnswer(answer(200, {}, '<s:Envelope xmlns:s="urn:s"/>\0'))).toBeUndefined();
  });

  test('XML in UTF-16 is for the reader of XML', () => {
    const utf16 = Buffer.from('\ufeff<a/>', 'utf16le');
    expect(describeAnswer(answer(200, {}, utf16))).toBeUndefined();
  });

  test('a fault with status 401 is for the reader of XML', () => {
    expect(describeAnswer(answer(401, { 'www-authenticate': 'Basic' }, '<s:Envelope/>'))).toBeUndefined();
  });
});

describe('printAnswer', () => {
  test('shows the status line, the fields without cookies, and the text', () => {
    const headers = { server: 'x', 'set-cookie': ['session=1', 'b=2'], via: undefined };
    expect(printAnswer(answer(503, headers, 'down'), (text) => text)).toEqual({
      statusLine: 'HTTP 503 Service Unavailable',
      fields: ['server: x', 'set-cookie: [hidden]', 'set-cookie: [hidden]'],
      body: 'down',
      truncated: false,
    });
  });

  test('hides secrets that the server repeats', () => {
    const hide = (text: string): string => text.replaceAll('letmein', '[redacted]');
    const echoed = hideInAnswer(
      answer(302, { location: '/?p=letmein' }, Buffer.from('\xe9 letmein', 'latin1')),
      hide,
    );
    expect(echoed.headers['location']).toBe('/?p=[redacted]');
    expect(Buffer.from(echoed.start).toString('latin1')).toBe('\xe9 [redacted]');
  });
});

describe('explainTls', () => {
  // The codes are those of Node 20 and OpenSSL 3 for these failures.
  test.each([
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', '', /asks for a client certificate/, 'client-certificate'],
    ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', '', /does not trust its issuer/, 'client-certificate'],
    ['SELF_SIGNED_CERT_IN_CHAIN', '', /authority that is not trusted/, 'trust-issuer'],
    ['CERT_HAS_EXPIRED', '', /has expired/, 'replace-certificate'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', '', /another host name/, 'replace-certificate'],
    ['UNSPECIFIED', 'CA signature digest algorithm too weak', /SHA-1 or MD5/, 'weak-ciphers'],
    ['ERR_TLS_DH_PARAM_SIZE', '', /Diffie-Hellman key/, 'weak-ciphers'],
    ['ERR_TLS_RSA_KEY_SIZE', '', /fewer than 1,024 bits/, 'replace-certificate'],
    ['ERR_SSL_WRONG_SIGNATURE_TYPE', '', /handshake with SHA-1/, 'weak-ciphers'],
    ['ERR_SSL_UNSUPPORTED_PROTOCOL', '', /\(1\.2 and 1\.3\)/, 'minimum-tls'],
    [
      'ERR_SSL_UNSAFE_LEGACY_RENEGOTIATION_DISABLED',
      '',
      /no secure renegotiation \(RFC 5746\)/,
      'legacy-renegotiation',
    ],
    [
      'UNSPECIFIED',
      'anything.example.com',
      /^OpenSSL refuses a certificate of its chain$/,
      'replace-certificate',
    ],
    ['ERR_SSL_WRONG_VERSION_NUMBER', '', /does not speak TLS/, undefined],
    ['ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR', '', /alert internal_error/, undefined],
  ])('%s %s', (code, text, reason, remedy) => {
    const found = explainTls(code, text);
    expect(found?.text).toMatch(reason);
    expect(found?.remedy).toBe(remedy);
  });

  test('other codes are not about TLS', () => {
    expect(explainTls('ECONNRESET')).toBeUndefined();
    expect(explainTls('constructor')).toBeUndefined();
  });
});
