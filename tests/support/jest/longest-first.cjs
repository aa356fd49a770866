const { default: Sequencer } = require("@jest/test-sequencer");

/**
 * What takes longest, in this order: begun last, it would leave all but one process without work at the end. What mostly waits
 * (for what was killed, for a database to start) goes beside what computes.
 */
const longest = [
  "finance/archive-killed",
  "matrix/events",
  "matrix/disguised",
  "matrix/input",
  "platform/embedded-postgres",
  "matrix/refusals",
  "platform/bombs",
  "notifications/killed",
  "live/storm",
  "matrix/can",
  "live/redrive",
  "inbox/request-lists",
  "finance/list",
  "access/request-copies",
  "live/shutdown",
  "leave/race",
];

/** @param {import("@jest/test-result").Test} test */
const placeOf = ({ path }) => {
  const place = longest.findIndex((name) => path.endsWith(`/tests/${name}.test.ts`));
  return place < 0 ? longest.length : place;
};

/** A fresh copy doesn't know yet how long its tests take; Jest would go by the size of their files. */
module.exports = class LongestFirst extends Sequencer {
  /**
   * @override
   * @param {import("@jest/test-result").Test[]} tests
   */
  async sort(tests) {
    return (await super.sort(tests)).toSorted((a, b) => placeOf(a) - placeOf(b));
  }
};
