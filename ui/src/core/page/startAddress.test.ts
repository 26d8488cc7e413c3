// A link for a new password: its token reaches the core and remains nowhere in the address.
import { afterEach, expect, test } from 'vitest';
import { isLinkInAddress, takeStartPath } from './startAddress';

afterEach(() => history.replaceState(null, '', '/'));

test.each([
  ['in the fragment', '/new-agent/reset-password#agent=101&token=a%2Bb', '/reset-password?agent=101&token=a%2Bb'],
  ['in the query', '/new-agent/reset-password?agent=101&token=a%2Bb', '/reset-password?agent=101&token=a%2Bb'],
  [
    'in the fragment, with a query that a mail program added',
    '/new-agent/reset-password?source=mail#agent=101&token=t',
    '/reset-password?agent=101&token=t&source=mail',
  ],
  ['that is missing', '/new-agent/reset-password', '/reset-password'],
  ['that is missing, with an empty fragment', '/new-agent/reset-password#', '/reset-password'],
])('the core starts with the token %s, and the address has none', (_place, address, path) => {
  history.replaceState({ idx: 3 }, '', address);
  const entries = history.length;
  expect(takeStartPath('/new-agent')).toBe(path);
  expect(location.href).not.toContain('token');
  expect([location.pathname, location.search, location.hash]).toEqual(['/new-agent/reset-password', '', '']);
  expect([history.length, history.state]).toEqual([entries, { idx: 3 }]);
});

test.each([
  ['/new-agent', '/'],
  ['/new-agent/', '/'],
  ['/new-agent/attendance/20261120-1', '/attendance/20261120-1'],
  ['/elsewhere', '/elsewhere'],
])('the core starts at the address %s with the path %s', (address, path) => {
  history.replaceState(null, '', address);
  expect(takeStartPath('/new-agent')).toBe(path);
  expect(location.pathname).toBe(address);
});

test.each([
  ['/new-agent/reset-password#agent=101&token=t', true],
  ['/new-agent/reset-password/#agent=101&token=t', true],
  ['/new-agent/reset-password#agent=101', false],
  ['/new-agent/reset-password', false],
  ['/new-agent/attendance#token=t', false],
])('whether %s is a link for a new password: %s', (address, isLink) => {
  history.replaceState(null, '', address);
  expect(isLinkInAddress()).toBe(isLink);
});
