import path from "node:path";
import { root } from "./processes.mjs";
import { afterRetry, type Failure, isRetried, jestResult, playwrightResult, summary } from "./test-results.mjs";

const failure = (title: string, file = "tests/a.test.ts"): Failure => ({ file, line: 3, title, error: "Error: no" });
const file = path.join(root, "tests/a.test.ts");

test("a failed Jest test is reported with its line and the first line of its error", () => {
  const stack = `\u001b[31mError: no\u001b[39m\n    at helper (${root}/tests/b.ts:7:1)\n    at Object.<anonymous> (${file}:12:5)`;
  const report = {
    numPassedTests: 4,
    numPendingTests: 1,
    numTodoTests: 0,
    testResults: [
      {
        name: file,
        status: "failed",
        message: "",
        assertionResults: [
          { status: "passed", fullName: "one", failureMessages: [] },
          { status: "failed", fullName: "two", failureMessages: [stack] },
        ],
      },
    ],
  };
  const failures = [{ file: "tests/a.test.ts", line: 12, title: "two", error: "Error: no" }];
  expect(jestResult(report)).toEqual({ passed: 4, skipped: 1, failures });
});

test("a Jest file that can't be loaded is a failure", () => {
  const message = "  ● Test suite failed to run\n\n    Cannot find module './b' from 'tests/a.test.ts'\n";
  const testResults = [{ name: file, status: "failed", message, assertionResults: [] }];
  const { failures } = jestResult({ numPassedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults });
  expect(failures).toMatchObject([
    { file: "tests/a.test.ts", error: "Cannot find module './b' from 'tests/a.test.ts'" },
  ]);
});

test("a failed browser test is found in nested suites", () => {
  const spec = (title: string, status: string) => ({
    title,
    file: "leave/a.spec.ts",
    line: 9,
    tests: [{ status, results: [{ errors: status === "expected" ? [] : [{ message: "Error: not seen\n\nmore" }] }] }],
  });
  const suites = [
    {
      title: "leave/a.spec.ts",
      specs: [spec("one", "expected")],
      suites: [{ title: "in Arabic", specs: [spec("two", "unexpected")] }],
    },
  ];
  const config = { rootDir: path.join(root, "tests/e2e") };
  expect(playwrightResult({ config, errors: [], suites, stats: { expected: 1, skipped: 0 } })).toEqual({
    passed: 1,
    skipped: 0,
    failures: [{ file: "tests/e2e/leave/a.spec.ts", line: 9, title: "in Arabic › two", error: "Error: not seen" }],
  });
});

describe("the retry of failed tests", () => {
  const first = { passed: 5, skipped: 0, failures: [failure("one"), failure("two")] };

  test("a test that passes the second time is unstable, one that fails again has failed", () => {
    const result = afterRetry(first, { passed: 1, skipped: 0, failures: [failure("two")] });
    expect(result).toMatchObject({ passed: 6, failures: [failure("two")], unstable: [failure("one")] });
    const text = summary([{ name: "unit", seconds: 1, ...result }]);
    expect(text).toContain("✗ unit tests/a.test.ts:3 two\n    Error: no");
    expect(text).toContain("unstable: tests/a.test.ts:3 one, Error: no");
    expect(text.split("\n").at(-1)).toBe("6 passed, 1 failed, 0 skipped");
  });

  test("a retry that ends badly makes no failure unstable", () => {
    const crash = { file: "", line: 0, title: "unit", error: "Ended with exit code 139" };
    const { failures, passed } = afterRetry(first, { passed: 1, skipped: 0, failures: [crash] });
    expect(failures).toEqual([...first.failures, crash]);
    expect(passed).toBe(5);
  });

  test("nothing is retried after more than twenty failures or a failure outside tests", () => {
    const failures = (count: number) => ({ ...first, failures: Array.from({ length: count }, () => failure("one")) });
    expect(isRetried([failures(15), failures(5)])).toBe(true);
    expect(isRetried([failures(15), failures(6)])).toBe(false);
    expect(isRetried([{ ...first, failures: [failure("crash", "")] }])).toBe(false);
  });
});

test("the summary of many failures has at most 80 lines", () => {
  const failures = Array.from({ length: 300 }, (_, n) => failure(`test ${n}`));
  const row = { name: "unit", seconds: 1, passed: 0, skipped: 0, failures, unstable: failures };
  const lines = summary([row, row, row, row, row, row, row]).split("\n");
  expect(lines.length).toBeLessThanOrEqual(80);
  expect(lines.at(-1)).toBe("0 passed, 2100 failed, 0 skipped");
});
