// The address bar. The core owns the route: this reports where the browser went (back, forward, a pasted address) and mirrors where the core goes. What
// the core asked for is not reported back to it, so the two never chase each other. It shows nothing.
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
  /** Where the core went and the router has not arrived yet, in order. */
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
