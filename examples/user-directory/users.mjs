/**
 * @typedef User
 * @property {string} id
 * @property {string} status
 * @property {string} name
 * @property {string} email
 * @property {string} birthDate
 * @property {{ amount: string, currency: string }} salary
 * @property {string | undefined} [manager]
 * @property {{ kind: string, number: string }[]} phones
 * @property {{ street: string, city: string, country: string }} [address]
 * @property {string | undefined} [lastSeen]
 * @property {string} department
 */

/**
 * The people of the example, and what can be asked about them. Numbers are text here, because their digits matter:
 * 9007199254740993 is not a JavaScript number.
 */
const users = new Map(
  [
    {
      id: '1001',
      status: 'active',
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      birthDate: '1815-12-10',
      salary: { amount: '98500.10', currency: 'GBP' },
      manager: undefined,
      phones: [
        { kind: 'office', number: '+44 20 7946 0001' },
        { kind: 'mobile', number: '+44 7700 900001' },
      ],
      address: { street: '12 St James’s Square', city: 'London', country: 'GB' },
      lastSeen: '2026-11-20T16:45:00.250Z',
      department: 'engines',
    },
    {
      id: '9007199254740993',
      status: 'on-leave',
      name: 'Grace Hopper',
      email: 'grace@example.com',
      birthDate: '1906-12-09',
      salary: { amount: '120000.123456789012345678', currency: 'USD' },
      manager: '1001',
      phones: [{ kind: 'office', number: '+1 202 555 0143' }],
      lastSeen: undefined,
      department: 'compilers',
    },
    {
      id: '9223372036854775807',
      status: 'active',
      name: 'Emmy Noether & Töchter <GmbH>',
      email: 'emmy@example.com',
      birthDate: '1882-03-23',
      salary: { amount: '0.1', currency: 'EUR' },
      manager: '9007199254740993',
      phones: [],
      department: 'engines',
    },
  ].map((/** @type {User} */ user) => [user.id, user]),
);

/** The token that may add users; a real service would not write it down. */
const WRITER_TOKEN = 'demo-writer';

/** A fault that the WSDL declares: node-soap writes what is thrown with this shape. */
class DeclaredFault extends Error {
  /**
   * @param {string} code
   * @param {string} message
   * @param {object} detail
   * @param {number} [statusCode]
   */
  constructor(code, message, detail, statusCode) {
    super(message);
    // Without a status node-soap answers a fault with 200, as some servers do.
    this.Fault = { faultcode: `soap:${code}`, faultstring: message, detail, statusCode };
  }
}

/** @param {{ userId: string }} request */
export function getUser({ userId }) {
  const user = users.get(userId);
  if (user === undefined) {
    throw new DeclaredFault('Client', `There is no user ${userId}`, {
      UserNotFound: { userId, suggestion: [...users.keys()].slice(0, 1) },
    });
  }
  return { user: recordOf(user) };
}

/** @param {{ department?: string, status?: string | string[], limit?: string }} request */
export function listUsers({ department, status: statuses = [], limit = '100' }) {
  const status = [statuses].flat();
  const found = [...users.values()].filter(
    (user) =>
      (department === undefined || user.department === department) &&
      (status.length === 0 || status.includes(user.status)),
  );
  return { total: found.length, user: found.slice(0, Number(limit)).map(recordOf) };
}

/**
 * @param {{ user: { name: string } }} request
 * @param {string | undefined} token
 */
export function createUser({ user }, token) {
  if (token !== WRITER_TOKEN) {
    const reason = token === undefined ? 'no token' : 'unknown token';
    const message = 'The Session header has no token that may add users';
    throw new DeclaredFault('Client', message, { NotPermitted: { reason } }, 500);
  }
  // Changes are not stored, so the example always returns the same responses.
  const userId = String(9_007_199_254_740_993n + BigInt(user.name.length));
  return { userId, createdAt: '2026-11-21T09:00:00Z' };
}

/**
 * A user as node-soap writes it.
 *
 * @param {User} user
 */
function recordOf(user) {
  return {
    attributes: { id: user.id, status: user.status },
    name: user.name,
    email: user.email,
    birthDate: user.birthDate,
    salary: { attributes: { currency: user.salary.currency }, $value: user.salary.amount },
    manager: user.manager ?? NIL,
    phone: user.phones.map(({ kind, number }) => ({ attributes: { kind }, $value: number })),
    ...(user.address === undefined ? {} : { address: user.address }),
    ...(user.lastSeen === undefined ? {} : { lastSeen: user.lastSeen }),
  };
}

/** node-soap does not declare the prefix by itself. */
const NIL = { attributes: { 'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance', 'xsi:nil': 'true' } };
