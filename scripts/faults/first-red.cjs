const OneRealm = require("../../tests/support/jest/environment.cjs");

/** One red test says that a fault is caught: what comes after it in the same file isn't run. */
module.exports = class FirstRed extends OneRealm {
  isRed = false;

  /** @param {import("@jest/types").Circus.Event} event */
  handleTestEvent(event) {
    if (event.name === "test_fn_failure" || event.name === "hook_failure") this.isRed = true;
    if (event.name === "test_start" && this.isRed) event.test.mode = "skip";
  }
};
