import { existsSync } from "node:fs";
import path from "node:path";
import { planCheck } from "./plan.mjs";
import { stories } from "./stories.mjs";

const contents: Record<string, string> = {
  "server/requests/expenses/expenses.service.ts": "",
  "server/requests/payments/batches.service.ts": 'import { pay } from "../expenses/pay";',
  "server/work/tasks/tasks.service.ts": "",
  "shared/requests/expenses/expenses.calls.ts": 'import * as expenses from "./expenses.contract";',
  "tests/requests/expenses/claims.test.ts": "expense",
  "tests/requests/payments/batches.test.ts": "the expense is paid",
  "tests/requests/payments/accounts.test.ts": "an account",
  "tests/people/payroll/payroll.test.ts": 'import { claim } from "../../requests/expenses/fixtures";',
  "tests/work/tasks/tasks.test.ts": "",
};
const planOf = (...changed: string[]) =>
  planCheck({ changed, files: Object.keys(contents), read: (file) => contents[file] ?? "" });

test("a change in a feature runs its own tests and those of its users", () => {
  const plan = planOf("server/requests/expenses/expenses.service.ts");
  expect(plan).toMatchObject({ features: ["requests/expenses"], unit: "related", base: [], calls: ["expenses"] });
  expect(plan.database).toEqual([
    "tests/requests/expenses/claims.test.ts",
    "tests/requests/payments/batches.test.ts",
    "tests/people/payroll/payroll.test.ts",
  ]);
  expect(plan.browser).toEqual(["tests/e2e/expenses.spec.ts", "tests/e2e/request-lists.spec.ts"]);
});

test("a change on the client needs no database tests", () => {
  const plan = planOf("client/work/timeline/Timeline.tsx");
  expect(plan).toMatchObject({ database: [], calls: [], browser: ["tests/e2e/timeline.spec.ts"] });
});

test("a change in a base layer runs all unit tests and says that the rest is needed", () => {
  const plan = planOf("server/platform/http/http.ts");
  expect(plan).toMatchObject({ unit: "all", base: ["server/platform/http/http.ts"], database: [], browser: [] });
});

test("what isn't run is named", () => {
  const files = Array.from({ length: 30 }, (_, at) => `tests/work/tasks/${at}.test.ts`);
  const plan = planCheck({ changed: ["server/work/tasks/tasks.service.ts"], files, read: () => "" });
  expect(plan.database).toHaveLength(20);
  expect(plan.leftOut).toEqual(["10 more database test files of the touched features and their users"]);
});

test("each story is a browser test", () => {
  const files = Object.values(stories).flatMap((names) => names.map((name) => `tests/e2e/${name}.spec.ts`));
  expect(files.filter((file) => !existsSync(path.resolve(__dirname, "../..", file)))).toEqual([]);
});
