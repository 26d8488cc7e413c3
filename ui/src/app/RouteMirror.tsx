// Synchronises the address bar with the core, which owns the route: reports navigations of the browser (back,
// forward, a pasted address) and applies those of the core. A navigation that the core requested is not reported back
// to it. Renders nothing.
import { useEffect, useLayoutEffect, useRef } from 'react';
import { BrowserRouter, useLocation, useNavigate } from 'react-router-dom';
import type { Core } from '../core/host';
import { basePath } from '../shared/addresses';

export default function RouteMirror({ core }: { core: Core }) {
  return (
    <BrowserRouter basename={basePath}>
      <Mirror core={core} />
    </BrowserRouter>
  );
}

export function Mirror({ core }: { core: Core }) {
  const { pathname, key } = useLocation();
  const navigate = useNavigate();
  /** Navigations of the core that the router has not completed yet, in order. */
  const expected = useRef<string[]>([]);
  const latest = useRef({ navigate, pathname });
  useLayoutEffect(() => {
    latest.current = { navigate, pathname };
  }, [navigate, pathname]);

  useEffect(
    () =>
      core.onNavigate((path, replace) => {
        const target = decoded(path);
        const current = expected.current[expected.current.length - 1] ?? decoded(latest.current.pathname);
        if (target === current) return;
        expected.current.push(target);
        void latest.current.navigate(path, { replace });
      }),
    [core],
  );

  useEffect(() => {
    // The router renders an address some time after it navigated. If the browser goes back before that, the router
    // renders the same entry again, and the page of the core would stay under the previous address.
    const onPop = (): void => {
      if (expected.current.length === 0) return;
      expected.current = [];
      core.page({ type: 'routeRequested', path: window.location.pathname.slice(basePath.length) });
    };
    window.addEventListener('popstate', onPop);
    return () => window.removeEventListener('popstate', onPop);
  }, [core]);

  const seenKey = useRef<string | null>(null);
  useEffect(() => {
    if (seenKey.current === key) return;
    const isFirst = seenKey.current === null;
    seenKey.current = key;
    const here = decoded(pathname);
    const arrived = expected.current.indexOf(here);
    if (arrived >= 0) {
      expected.current.splice(0, arrived + 1);
      return;
    }
    // The core got the first address when it started; the browser may have navigated since.
    if (isFirst && (expected.current.length > 0 || decoded(core.snapshot('route').path) === here)) return;
    expected.current = [];
    core.page({ type: 'routeRequested', path: pathname });
  }, [core, key, pathname]);

  return null;
}

/** The browser and the core may escape a character differently. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
