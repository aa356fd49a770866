import type { SecurityEvent } from "../../../shared/administration/audit/security-log.contract";
import { stepSeparator } from "../../../shared/kernel/security";
import { roleNameOfId } from "../../../shared/kernel/role-names.rules";
import type { MessageId } from "../../platform/intl/catalogues";
import { useFormat, useText } from "../../platform/intl/useText";

const scopes: Record<string, MessageId> = {
  own: "feed.own",
  room: "booking.room",
  team: "feed.team",
  tasks: "title.projectCalendar",
  finance: "title.finance",
  expenses: "title.expenses",
  payroll: "title.payroll",
  leave: "title.leave",
  form: "inbox.family.form",
  people: "title.employees",
  bookings: "title.bookingReport",
  types: "securityLog.scope.types",
  calendar: "securityLog.scope.calendar",
  holidays: "securityLog.scope.holidays",
  "leave-balances": "securityLog.scope.balances",
  "security-log": "title.securityLog",
};

const roles: Record<string, MessageId> = {
  owner: "securityLog.role.owner",
  member: "securityLog.role.member",
  guest: "securityLog.role.guest",
  viewer: "securityLog.role.viewer",
  none: "securityLog.role.none",
};

const policies: Record<string, MessageId> = {
  everybody: "rules.everybody",
  four_eyes: "securityLog.policy.fourEyes",
  no_four_eyes: "securityLog.policy.noFourEyes",
};

const changes: Record<string, MessageId> = {
  created: "securityLog.change.created",
  changed: "securityLog.change.changed",
  deleted: "securityLog.change.deleted",
  sorted: "securityLog.change.sorted",
  proposed: "bankAccount.proposed",
  confirmed: "bankAccount.confirmed",
  rejected: "bankAccount.rejected",
  renamed: "securityLog.change.renamed",
};

/** Viewing as another user is started and ended, not created and deleted. */
const looks: Record<string, MessageId> = {
  created: "securityLog.change.begun",
  deleted: "securityLog.change.ended",
};

const factors: Record<string, MessageId> = {
  totp: "totp.title",
  passkey: "passkey.title",
  recovery_code: "secondStep.recovery",
  sign_on: "signOn.title",
};

const isApproverKind = (step: string) => step === "by.manager" || step === "by.head" || step === "by.budget_owner";

export function useSecurityFactText(): (event: SecurityEvent) => string {
  const text = useText();
  const { number } = useFormat();
  return ({ facts, call, kind }) => {
    const words = kind === "viewed_as" ? looks : changes;
    const { code, scope, role, project, count, factor, policy, change, record, rule, steps, before, after } = facts;
    const stepNames = (value: string | number) =>
      String(value)
        .split(stepSeparator)
        .map((step) => (isApproverKind(step) ? text(`rules.${step}`) : roleNameOfId(text, step)))
        .join(stepSeparator);
    // Joined without the locale's list format, because some parts are whole sentences.
    return [
      code !== undefined && text(`problem.${String(code)}` as MessageId, { kind: "", limit: 0 }),
      kind === "refused" && call,
      scope !== undefined && scopes[scope] && text(scopes[scope]),
      project !== undefined && text("securityLog.project", { id: String(project) }),
      role !== undefined && roles[role] && text(roles[role]),
      factor !== undefined && factors[factor] && text(factors[factor]),
      change !== undefined && words[change] && text(words[change]),
      rule !== undefined && String(rule),
      record !== undefined && rule === undefined && text("securityLog.record", { id: String(record) }),
      after !== undefined && `${String(before ?? "–")} → ${String(after)}`,
      before !== undefined &&
        after === undefined &&
        before !== steps &&
        text("securityLog.stepsBefore", { steps: stepNames(before) }),
      steps !== undefined && text("securityLog.steps", { steps: stepNames(steps) }),
      policy !== undefined && policies[policy] && text(policies[policy]),
      typeof count === "number" && number(count),
    ]
      .filter((one): one is string => typeof one === "string")
      .join(" · ");
  };
}
