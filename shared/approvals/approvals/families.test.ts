import { requestFamilyDefinitions } from "./families";
import { decisionPath, requestPath } from "./request-paths.rules";

const twice = (values: readonly string[]) => values.filter((value, at) => values.indexOf(value) !== at);
const all = Object.values(requestFamilyDefinitions);

test("codes and URL folders are unique", () => {
  expect(twice(all.map(({ code }) => code))).toEqual([]);
  expect(twice(all.map(({ folder }) => folder))).toEqual([]);
});

test("URLs of requests match those in emails that were already sent", () => {
  expect(requestPath({ id: 7, family: "finance" })).toBe("/invoices/view/7");
  expect(decisionPath({ id: 7, family: "leave" })).toBe("/approvals?open=7");
  expect(decisionPath({ id: 7, family: "form" })).toBe("/approvals?open=7&of=form");
});
