// The order in which the steps of `npm test` run: lanes run in parallel, the steps of a lane one after another, and
// steps without a lane alone at the end. This module does not know what a step does.

/**
 * @typedef {object} Planned
 * @property {string} name
 * @property {string} [lane] without one the step runs alone, after all lanes
 * @property {string[]} [needs] steps that must have passed before; those that are not planned count as passed
 */

/**
 * Runs every step with `perform` and resolves to the names of the steps that did not start. After a failure no
 * further step starts, unless `keepGoing` is set; a step whose needs failed never starts.
 * @template {Planned} Step
 * @param {Step[]} steps
 * @param {(step: Step) => Promise<boolean>} perform whether it passed
 * @param {{ keepGoing?: boolean }} [options]
 * @returns {Promise<string[]>}
 */
export async function runLanes(steps, perform, { keepGoing = false } = {}) {
  /** @type {Map<string, PromiseWithResolvers<boolean>>} */
  const outcomes = new Map(steps.map(({ name }) => [name, deferred()]));
  /** @type {string[]} */
  const left = [];
  let failed = false;

  /** @param {Step} step */
  const runOne = async (step) => {
    const needs = await Promise.all((step.needs ?? []).map((name) => outcomes.get(name)?.promise ?? true));
    const mayRun = needs.every(Boolean) && (keepGoing || !failed);
    const passed = mayRun && (await perform(step));
    if (!mayRun) left.push(step.name);
    else if (!passed) failed = true;
    outcomes.get(step.name)?.resolve(passed);
  };
  /** @param {Step[]} queue */
  const runQueue = async (queue) => {
    for (const step of queue) await runOne(step);
  };

  const lanes = [...new Set(steps.flatMap(({ lane }) => lane ?? []))];
  await Promise.all(lanes.map((lane) => runQueue(steps.filter((step) => step.lane === lane))));
  await runQueue(steps.filter(({ lane }) => lane === undefined));
  return left;
}

/** @returns {PromiseWithResolvers<boolean>} */
function deferred() {
  /** @type {Partial<PromiseWithResolvers<boolean>>} */
  const made = {};
  made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
  return /** @type {PromiseWithResolvers<boolean>} */ (made);
}
