import { describe, expect, test } from 'vitest';
import { readConfig } from '../config/read-config.js';
import { refusedAddress } from './refused-address.js';

describe('rejected addresses: the message names the setting', () => {
  test.each([
    ['http://192.168.1.10:8080/users?wsdl', '192.168.1.10:8080'],
    ['https://soap.intranet.example/users', 'soap.intranet.example'],
    ['http://[fd00::1]:8080/', '[fd00::1]:8080'],
  ])('%s', (url, entry) => {
    expect(refusedAddress(url)).toBe(
      `This gateway does not call private addresses. Its operator can allow this one with EGRESS_ALLOW=${entry}`,
    );
    expect(readConfig({ EGRESS_ALLOW: entry }).egressAllow).toEqual([entry]);
  });

  test('a rejected port is named as such', () => {
    const cause = new Error('port 25 is refused; egress.allow "mail.example:25" permits it');
    expect(refusedAddress('http://mail.example:25/', cause)).toBe(
      'This gateway does not call port 25. Its operator can allow this one with EGRESS_ALLOW=mail.example:25',
    );
  });

  test('for text that is not a URL, only the setting is named', () => {
    expect(refusedAddress('')).toMatch(/with EGRESS_ALLOW$/);
  });
});
