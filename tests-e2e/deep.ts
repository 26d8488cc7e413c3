// Tests of `npm run proof` alone (docs/decisions/0061-a-deep-run-beside-the-proof.md). `npm test` has the journeys of an area: normal, refused, interrupted. Deep are
// further cases of a promise that another test of `npm test` proves: another real part, theme, width, channel or kind of fault. DEEP=only runs the deep tests, DEEP=1 all.

export const DEEP_TAG = '@deep';

/** Details of a test. */
export const deep = { tag: DEEP_TAG };

export const deepIf = (isDeep: boolean) => (isDeep ? deep : {});
