import { contract } from "../../contract";
import type { Endpoint } from "../../kernel/endpoint";
import { type Scope, scopesFor } from "../../kernel/scopes";

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

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const changesWithToken = Object.values(contract).filter((call) => !call.readOnly && scopesFor(call).length > 0);

test("an API token with read scopes cannot use calls that change data", () => {
  const opened = changesWithToken.filter((call) => scopesFor(call).some((scope) => looks.test(scope))).map(nameOf);
  expect(opened.filter((call) => !harmless.includes(call))).toEqual([]);
});

/** Permissions to decide about money, balances, rights and employment. */
const decisionScopes = new Set<Scope>([
  "approval-rule-edit",
  "expense-pay",
  "leave-balance-edit",
  "payment-pay",
  "payroll-close",
  "role-edit",
  "subscription-create-request",
  "supplier-edit",
  "tenant-edit",
  "user-create",
  "user-delete",
  "user-edit",
]);

/** Last segments of paths of calls that decide about a record, whatever permission they require. */
const decisionVerbs =
  /\/(adjustment|approve|approver|cancel|close|confirm|execute|holders|override|pay|reject|reopen|request-changes|return|settle|settlement|undo|undo-approval)$/;

/** Calls that are decisions by these rules but may be used with a token, by reason. */
const decisionsWithToken: Record<string, readonly string[]> = {
  "Directory programs maintain employees; the rules against changes in one's own favor apply to them as well.": [
    "POST /user",
    "POST /user/:id",
    "DELETE /user/:id",
    "GET /user/:id/status",
    "POST /user/bulk",
    "POST /user/import",
    "POST /user/import/preview",
    "POST /user/import/read",
    "POST /user/:id/invitation",
    "DELETE /user/:id/invitation",
    "POST /user/:id/change",
    "DELETE /employment-change/:id",
    "POST /user/:id/leaving",
    "POST /user/:id/rehire",
    "POST /user/:id/schedule",
    "DELETE /work-schedule/:id",
    "POST /acting",
    "PUT /acting/:id",
    "DELETE /acting/:id",
    "POST /user/:id/files",
    "PUT /user/files/:id",
    "DELETE /user/files/:id",
    "POST /employment-entry/:id/file",
    "DELETE /employment-entry/file/:id",
    "POST /user/:id/onboarding",
    "PUT /onboarding/:id",
    "PATCH /onboarding/:id",
    "DELETE /onboarding/:id",
    "PUT /onboarding/template",
    "POST /vacancy",
    "PUT /vacancy/:id",
    "DELETE /vacancy/:id",
    "POST /vacancy/:id/fill",
  ],
  "Nothing is paid before a user has confirmed the account and two users have released the batch in person.": [
    "POST /finance/supplier",
    "PUT /finance/supplier/:id",
    "POST /finance/supplier/:id/bank-account",
    "POST /payment/batch",
    "PUT /payment/batch/:id",
  ],
  "Moves a request that is already paid into or out of the archive.": [
    "PUT /finance/finance-request/:id/archive",
    "PUT /finance/finance-request/:id/restore",
  ],
  "Computes a preview and changes nothing.": ["POST /approvals/dry-run", "POST /role/preview"],
  "Undoes what the same scope may change.": ["POST /project/:id/fields/:field_id/kind/undo"],
  "Changes only the logo.": ["POST /tenant/logo", "DELETE /tenant/logo"],
};

test("decisions are closed to API tokens unless listed with a reason", () => {
  const isDecision = (call: Endpoint) =>
    decisionVerbs.test(call.path) ||
    [call.permission ?? [], call.scope ?? []].flat().some((code) => decisionScopes.has(code));
  const opened = changesWithToken.filter(isDecision).map(nameOf);
  const listed = Object.values(decisionsWithToken).flat();
  expect(opened.filter((call) => !listed.includes(call))).toEqual([]);
  expect(listed.filter((call) => !opened.includes(call))).toEqual([]);
});
