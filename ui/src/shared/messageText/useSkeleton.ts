// Loads the table of similar letters with the first host that needs it; until then such a host is shown in its safe form.
import { useEffect, useState } from 'react';
import { isForeign, type Skeleton } from './hosts';

let loaded: Skeleton;

/** `host` in ASCII: only hosts in other alphabets (`xn--…`) need the table. */
export function useSkeleton(host: string): Skeleton {
  const isNeeded = isForeign(host);
  const [skeleton, setSkeleton] = useState<{ of: Skeleton }>({ of: loaded });
  useEffect(() => {
    if (!isNeeded || skeleton.of !== undefined) return undefined;
    let isShown = true;
    import('unhomoglyph').then(
      ({ default: of }) => {
        loaded = of;
        if (isShown) setSkeleton({ of });
      },
      // Without the table the warning does not name the imitated host.
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [isNeeded, skeleton]);
  return skeleton.of;
}
