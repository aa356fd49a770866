import { contract } from "../contract";
import { scopesFor } from "../kernel/scopes";

/** What looks, by what it is called. */
const looks = /-(list|view)$/;

/** What they change is the program's own affair, or its person's own mails. */
const harmless: readonly string[] = [
  "POST /analytics/report",
  "DELETE /analytics/report/:id",
  "PUT /audit/parked-events/:id/retry",
  "DELETE /leave/calendar-feed/:id",
];

test("a personal token that was made for looking changes nothing", () => {
  const opened = Object.values(contract)
    .filter((call) => !call.readOnly && scopesFor(call).some((scope) => looks.test(scope)))
    .map(({ method, path }) => `${method} ${path}`);
  expect(opened.filter((call) => !harmless.includes(call))).toEqual([]);
});
