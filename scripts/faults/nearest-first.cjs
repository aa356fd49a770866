const { default: Sequencer } = require("@jest/test-sequencer");
const path = require("node:path");

/** Test files in the order that FAULT_TESTS names them in: what stands nearest to a fault finds it soonest. */
module.exports = class NearestFirst extends Sequencer {
  /**
   * @override
   * @param {import("@jest/test-result").Test[]} tests
   */
  sort(tests) {
    const order = JSON.parse(process.env.FAULT_TESTS ?? "[]").map((/** @type {string} */ file) => path.resolve(file));
    return tests.toSorted((a, b) => order.indexOf(a.path) - order.indexOf(b.path));
  }
};
