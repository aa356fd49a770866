import { contract } from "../../contract";
import { scopesFor } from "../../kernel/scopes";

/** Scopes that only read, recognized by their names. */
const looks = /-(list|view)$/;

/** Calls that change only the product's internal state or the user's own emails and feeds. */
const harmless: readonly string[] = [
  "POST /analytics/report",
  "DELETE /analytics/report/:id",
  "PUT /audit/parked-events/:id/retry",
  "DELETE /leave/calendar-feed/:id",
  "DELETE /project/:id/calendar-feed",
  "DELETE /task-feeds/:id",
];

test("an API token with read scopes cannot use calls that change data", () => {
  const opened = Object.values(contract)
    .filter((call) => !call.readOnly && scopesFor(call).some((scope) => looks.test(scope)))
    .map(({ method, path }) => `${method} ${path}`);
  expect(opened.filter((call) => !harmless.includes(call))).toEqual([]);
});
