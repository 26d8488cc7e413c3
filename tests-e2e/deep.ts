// Tests of `npm run proof` alone (docs/decisions/0061-a-deep-run-beside-the-proof.md): the same promises with a second real part, theme
// or width, and simulators of customers beyond their usual way. DEEP=1 runs them with the others.

export const DEEP_TAG = '@deep';

/** Details of a test. */
export const deep = { tag: DEEP_TAG };

export const deepIf = (isDeep: boolean) => (isDeep ? deep : {});
