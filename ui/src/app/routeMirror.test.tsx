// Tests of the address bar and the core: each follows the other's navigation and ignores its own.
import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router-dom';
import { expect, test } from 'vitest';
import { FakeCore } from '../../test/fakeCore';
import RouteMirror, { Mirror } from './RouteMirror';

function mounted(path: string, core: FakeCore) {
  function Page() {
    const { pathname } = useLocation();
    return (
      <>
        <Mirror core={core} />
        <output>{pathname}</output>
      </>
    );
  }
  const router = createMemoryRouter([{ path: '*', element: <Page /> }], { initialEntries: [path] });
  render(<RouterProvider router={router} />);
  return router;
}
/** Waits until the router has navigated. */
const after = (move: () => unknown): Promise<void> =>
  act(() => {
    move();
    return Promise.resolve();
  });
const shown = (): string | null => screen.getByRole('status').textContent;
const coreAt = (path: string): FakeCore => new FakeCore({ route: { path, area: 'attendance', protocol: undefined } });

test('the first address is not reported to the core again', () => {
  const core = coreAt('/attendance/1');
  mounted('/attendance/1', core);
  expect(core.pages).toEqual([]);
});

test('the address bar follows the core’s navigation, which is not reported to the core again', async () => {
  const core = coreAt('/attendance');
  mounted('/attendance', core);
  await after(() => core.navigate('/attendance/1'));
  expect(shown()).toBe('/attendance/1');
  expect(core.pages).toEqual([]);
});

test('after two navigations of the core in one task the address is the second one', async () => {
  const core = coreAt('/attendance');
  mounted('/attendance', core);
  await after(() => {
    core.navigate('/attendance/1');
    core.navigate('/attendance/2');
  });
  expect(shown()).toBe('/attendance/2');
  expect(core.pages).toEqual([]);
});

test('back and forward are reported to the core', async () => {
  const core = coreAt('/attendance');
  const router = mounted('/attendance', core);
  await after(() => core.navigate('/attendance/1'));
  await after(() => router.navigate(-1));
  expect(shown()).toBe('/attendance');
  expect(core.pages).toEqual([{ type: 'routeRequested', path: '/attendance' }]);
});

test('an address that the core redirects is replaced in the history of the browser', async () => {
  const core = coreAt('/attendance');
  const router = mounted('/attendance', core);
  await after(() => router.navigate('/nowhere'));
  expect(core.pages).toEqual([{ type: 'routeRequested', path: '/nowhere' }]);
  await after(() => core.navigate('/attendance', true));
  expect(shown()).toBe('/attendance');
  expect(core.pages).toHaveLength(1);
});

test('a navigation to the present address adds no entry to the history of the browser', async () => {
  const core = coreAt('/attendance/a%20b');
  const router = mounted('/attendance/a%20b', core);
  const { key } = router.state.location;
  await after(() => core.navigate('/attendance/a b'));
  expect(router.state.location.key).toBe(key);
});

test('back is reported to the core even if the router has not rendered the core’s navigation yet', async () => {
  window.history.replaceState(null, '', '/new-agent/attendance/1');
  const core = coreAt('/attendance/1');
  render(<RouteMirror core={core} />);
  // The router renders when act ends.
  await act(async () => {
    core.navigate('/attendance/2');
    expect(window.location.pathname).toBe('/new-agent/attendance/2');
    const left = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
    window.history.back();
    await left;
  });
  expect(window.location.pathname).toBe('/new-agent/attendance/1');
  expect(core.pages).toEqual([{ type: 'routeRequested', path: '/attendance/1' }]);
});
