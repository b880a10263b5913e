import { Type } from 'typebox';

const port = { minimum: 1, maximum: 65_535 };
const text = { minLength: 1 };
const milliseconds = (standard: number, minimum = 1) => ({
  minimum,
  maximum: 3_600_000,
  default: standard,
});

/** Where the gateway listens, and its certificate. */
export const ADDRESSES_AND_TLS = {
  BASE_URL: Type.Optional(
    Type.String({
      ...text,
      pattern: '^https://',
      description: 'Public address: origin and optional path. Default: `https://localhost:` and the port.',
    }),
  ),
  HOST: Type.String({ ...text, default: '127.0.0.1', description: 'Address to listen on.' }),
  HTTPS_PORT: Type.Integer({
    ...port,
    default: 8443,
    description: 'Port of the calls; plain HTTP with `TRUST_PROXY`.',
  }),
  HTTP_PORT: Type.Unsafe<number | 'off'>({
    anyOf: [{ type: 'integer', ...port }, { const: 'off' }],
    default: 8080,
    description: 'Port that redirects plain HTTP to `BASE_URL`, or `off`. Not opened with `TRUST_PROXY`.',
  }),
  TLS_CERT_FILE: Type.Optional(
    Type.String({ ...text, description: 'Certificate chain, PEM. Default: self-signed, in `DATA_DIR`.' }),
  ),
  TLS_KEY_FILE: Type.Optional(Type.String({ ...text, description: 'Private key of the certificate, PEM.' })),
  TRUST_PROXY: Type.Integer({
    minimum: 0,
    maximum: 10,
    default: 0,
    description:
      'Number of proxies in front of the gateway; the nearest terminates TLS and sets `X-Forwarded-For` and `X-Forwarded-Proto`, or `Forwarded`.',
  }),
  PROXY_PROTOCOL: Type.Unsafe<'off' | 'required'>({
    enum: ['off', 'required'],
    default: 'off',
    description:
      '`required`: a proxy begins every connection, on every port, with the address of its client, by version 1 or 2 of the PROXY protocol. Connections without it are closed.',
  }),
};

/** How many connections clients may open, and how slow they may be. */
export const CONNECTIONS_AND_SLOW_CLIENTS = {
  MAX_CONNECTIONS: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    default: 10_000,
    description: 'Maximum number of client connections, divided equally among workers.',
  }),
  MAX_CONNECTIONS_PER_IP: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000_000,
      description:
        'Maximum number of client connections from one IPv4 address or one IPv6 /64, divided equally among workers; 0 means no limit. Default 200; off with `TRUST_PROXY`.',
    }),
  ),
  HEADERS_TIMEOUT_MS: Type.Integer({
    ...milliseconds(10_000),
    description: 'Timeout of the TLS handshake, and of the header section of a request.',
  }),
  REQUEST_TIMEOUT_MS: Type.Integer({
    ...milliseconds(30_000),
    description: 'Timeout for receiving a whole request.',
  }),
  KEEP_ALIVE_MS: Type.Integer({
    ...milliseconds(65_000),
    description:
      'How long an idle keep-alive connection stays open. Must be longer than the keep-alive timeout of the proxy in front.',
  }),
  MIN_BODY_RATE: Type.Integer({
    minimum: 0,
    maximum: 1_073_741_824,
    default: 1024,
    description: 'Minimum rate of a request body, in bytes per second; 0 means no limit.',
  }),
  BODY_GRACE_MS: Type.Integer({
    ...milliseconds(5_000, 0),
    description: 'How far a body may lag behind that rate.',
  }),
  WRITE_STALL_MS: Type.Integer({
    ...milliseconds(30_000),
    description: 'How long a client may stop reading its response.',
  }),
};
