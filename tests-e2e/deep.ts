// Tests of `npm run proof` alone (docs/decisions/0061-a-deep-run-beside-the-proof.md). `npm test` has the journeys of
// an area: normal, refused, interrupted. A test is deep if another test of `npm test` proves the same requirement, and
// this one adds a case: another real server, theme, width, channel or kind of fault. DEEP=only runs the deep tests,
// DEEP=1 all.

export const DEEP_TAG = '@deep';

/** The details of a deep test, for the call of `test`. */
export const deep = { tag: DEEP_TAG };

export const deepIf = (isDeep: boolean) => (isDeep ? deep : {});
