import { families, permissionsOf, requestFamilies } from "./families";
import { decisionPath, requestPath } from "./request-paths.rules";

const twice = (values: readonly string[]) => values.filter((value, at) => values.indexOf(value) !== at);
const all = Object.values(families);

test("no code, feature, folder, permission or kind of notification is two families'", () => {
  expect(twice(all.map(({ code }) => code))).toEqual([]);
  expect(twice(all.flatMap(({ feature }) => feature ?? []))).toEqual([]);
  expect(twice(all.map(({ folder }) => folder))).toEqual([]);
  expect(twice(requestFamilies.flatMap(permissionsOf))).toEqual([]);
  expect(twice(all.flatMap(({ notifications }) => Object.keys(notifications)))).toEqual([]);
});

test("a request's addresses are those that links in mails have had all along", () => {
  expect(requestPath({ id: 7, family: "finance" })).toBe("/invoices/view/7");
  expect(decisionPath({ id: 7, family: "leave" })).toBe("/approvals?open=7");
  expect(decisionPath({ id: 7, family: "form" })).toBe("/approvals?open=7&of=form");
});
