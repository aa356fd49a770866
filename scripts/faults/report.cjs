const { writeFileSync } = require("node:fs");

/**
 * Writes down what each file came to as soon as it is known: a run that is stopped has told what it knew. With `FAULT` the first
 * red file ends the run: Jest's own --bail goes on with the files that are left.
 */
module.exports = class Report {
  /** @type {import("./run.mjs").FileResult[]} */
  results = [];

  /**
   * @param {import("@jest/reporters").Test} _test
   * @param {import("@jest/reporters").TestResult} result
   */
  onTestResult(_test, { testFilePath, testExecError, failureMessage, testResults, perfStats }) {
    const failed = testResults.find(({ status }) => status === "failed");
    const isRed = failed !== undefined || testExecError !== undefined;
    this.results.push({
      name: testFilePath,
      isRed,
      seconds: (perfStats.end - perfStats.start) / 1000,
      failed: failed?.fullName ?? "couldn't be loaded",
      why: failed?.failureMessages[0] ?? failureMessage ?? "",
    });
    writeFileSync(process.env.REPORT_TO ?? "/dev/null", JSON.stringify(this.results));
    if (isRed && process.env.FAULT) process.exit(1);
  }
};
