import type { ServerResponse } from 'node:http';
import type { Canaries } from './canaries.js';
import { envelope, type HostileUpstream, startHostileUpstream } from './hostile-upstream.js';

/** The operations of the service: a login whose token every other call needs in its message. */
const OPERATIONS: Readonly<Record<string, readonly [input: string, output: string]>> = {
  Login: [
    el('user', 'string') + el('password', 'string'),
    el('sessionId', 'string') + el('seconds', 'int', 0) + el('serverUrl', 'string', 0),
  ],
  Logout: [el('sessionId', 'string'), ''],
  FindOrders: [el('sessionId', 'string') + el('name', 'string', 0), el('total', 'int')],
  PlaceOrder: [el('sessionId', 'string') + el('name', 'string', 0), el('number', 'int')],
};

function el(name: string, type: string, min = 1): string {
  return `<xs:element name="${name}" type="xs:${type}" minOccurs="${min}"/>`;
}

/** The WSDL of a service that wants a login first. */
export const SESSION_WSDL = `<?xml version="1.0"?>
<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:orders" targetNamespace="urn:orders" name="Orders">
  <wsdl:types><xs:schema targetNamespace="urn:orders" elementFormDefault="qualified">${Object.entries(
    OPERATIONS,
  )
    .map(([name, [input, output]]) => element(name, input) + element(`${name}Response`, output))
    .join('')}</xs:schema></wsdl:types>
  ${Object.keys(OPERATIONS).map(message).join('')}
  <wsdl:portType name="OrdersPort">${Object.keys(OPERATIONS)
    .map(
      (name) =>
        `<wsdl:operation name="${name}"><wsdl:input message="t:${name}In"/><wsdl:output message="t:${name}Out"/></wsdl:operation>`,
    )
    .join('')}</wsdl:portType>
  <wsdl:binding name="OrdersBinding" type="t:OrdersPort"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>${Object.keys(
    OPERATIONS,
  )
    .map(
      (name) =>
        `<wsdl:operation name="${name}"><soap:operation soapAction=""/><wsdl:input><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/></wsdl:output></wsdl:operation>`,
    )
    .join('')}</wsdl:binding>
  <wsdl:service name="Orders"><wsdl:port name="OrdersPort" binding="t:OrdersBinding"><soap:address location="http://127.0.0.1:9/"/></wsdl:port></wsdl:service>
</wsdl:definitions>`;

function element(name: string, members: string): string {
  return `<xs:element name="${name}"><xs:complexType><xs:sequence>${members}</xs:sequence></xs:complexType></xs:element>`;
}

function message(name: string): string {
  return `<wsdl:message name="${name}In"><wsdl:part name="p" element="t:${name}"/></wsdl:message><wsdl:message name="${name}Out"><wsdl:part name="p" element="t:${name}Response"/></wsdl:message>`;
}

/** The design of that service. */
export const SESSION_DESIGN = {
  session: {
    login: { operation: 'Login', input: { user: 'crm', password: { secret: 'crm' } } },
    token: { result: 'sessionId', expires: 'seconds' },
    send: { member: '*/sessionId' },
    endpoint: { result: 'serverUrl', hosts: ['elsewhere.example', '10.1.2.3'] },
    renew: { before: '0s', faults: ['INVALID_SESSION_ID'], statuses: [401] },
    logout: 'Logout',
  },
} as const;

/** A server of that WSDL that counts its logins, and refuses one while a session is valid. */
export interface SessionService {
  readonly upstream: HostileUpstream;
  /** The password that it accepts. */
  password: string;
  /** The address in the answer of a login, if there is one. */
  serverUrl: string | undefined;
  /** How a session that is not valid is answered: with a fault, or with a bare status. */
  refusal: 'fault' | 'status';
  /** The token of the valid session. */
  valid: string | undefined;
  /** The numbers of logins that arrived, those that were refused because a session was valid, and logouts. */
  readonly counts: { logins: number; refused: number; logouts: number; executed: number };
  /** Waits before a login is answered. */
  beforeLogin: () => Promise<void>;
}

/** Starts the server. Its tokens are canaries. */
export async function startSessionService(canaries: Canaries): Promise<SessionService> {
  const upstream = await startHostileUpstream();
  const service: SessionService = {
    upstream,
    password: '',
    serverUrl: undefined,
    refusal: 'fault',
    valid: undefined,
    counts: { logins: 0, refused: 0, logouts: 0, executed: 0 },
    beforeLogin: async () => undefined,
  };
  upstream.answer = (_request, response) => {
    const body = upstream.bodies.at(-1) ?? '';
    const operation = Object.keys(OPERATIONS).find((name) => new RegExp(`<(?:\\w+:)?${name}\\b`).test(body));
    if (operation === 'Login')
      void service.beforeLogin().then(() => logIn(service, body, response, canaries));
    else execute(service, operation ?? '', body, response);
  };
  return service;
}

function logIn(service: SessionService, body: string, response: ServerResponse, canaries: Canaries): void {
  const { counts } = service;
  counts.logins += 1;
  const password = textOf(body, 'password');
  if (password !== service.password) {
    fault(response, 'LOGIN_FAILED', `the password ${password} is wrong`);
    return;
  }
  if (service.valid !== undefined) {
    counts.refused += 1;
    fault(response, 'ALREADY_LOGGED_IN', 'a session is valid');
    return;
  }
  service.valid = canaries.make(`token ${counts.logins}`);
  const url = service.serverUrl === undefined ? '' : `<serverUrl>${service.serverUrl}</serverUrl>`;
  reply(response, 'Login', `<sessionId>${service.valid}</sessionId><seconds>43200</seconds>${url}`);
}

function execute(service: SessionService, operation: string, body: string, response: ServerResponse): void {
  const token = textOf(body, 'sessionId');
  if (token !== service.valid) {
    if (service.refusal === 'status') response.writeHead(401, { 'Content-Type': 'text/plain' }).end('no');
    else fault(response, 'INVALID_SESSION_ID', `the session ${token} is not valid`);
    return;
  }
  if (operation === 'Logout') {
    service.counts.logouts += 1;
    service.valid = undefined;
    reply(response, operation, '');
    return;
  }
  service.counts.executed += 1;
  if (textOf(body, 'name') === 'echo') fault(response, 'Server', `your token is ${token}`);
  else reply(response, operation, operation === 'FindOrders' ? '<total>3</total>' : '<number>7</number>');
}

function textOf(body: string, name: string): string | undefined {
  return new RegExp(`<(?:\\w+:)?${name}>([^<]*)<`).exec(body)?.[1];
}

function reply(response: ServerResponse, operation: string, members: string): void {
  response.end(envelope(`<${operation}Response xmlns="urn:orders">${members}</${operation}Response>`));
}

function fault(response: ServerResponse, code: string, reason: string): void {
  response
    .writeHead(500)
    .end(
      envelope(`<soap:Fault><faultcode>${code}</faultcode><faultstring>${reason}</faultstring></soap:Fault>`),
    );
}
