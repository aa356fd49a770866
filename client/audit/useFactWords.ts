import type { SecurityEvent } from "../../shared/audit/security-log.contract";
import type { MessageId } from "../platform/intl/catalogues";
import { useFormat, useText } from "../platform/intl/useText";

const scopes: Record<string, MessageId> = {
  own: "feed.own",
  team: "feed.team",
  finance: "title.finance",
  leave: "title.leave",
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

const factors: Record<string, MessageId> = {
  totp: "totp.title",
  passkey: "passkey.title",
  recovery_code: "secondStep.recovery",
};

/** What stands beside a kind, in words: why it was refused, what was opened, in which project. */
export function useFactWords(): (event: SecurityEvent) => string {
  const text = useText();
  const { number } = useFormat();
  return ({ facts, call, kind }) => {
    const { code, scope, role, project, count, factor, policy } = facts;
    // Not a list with its "and": some of them are whole sentences.
    return [
      code !== undefined && text(`problem.${String(code)}` as MessageId),
      kind === "refused" && call,
      scope !== undefined && scopes[scope] && text(scopes[scope]),
      project !== undefined && text("securityLog.project", { id: project }),
      role !== undefined && roles[role] && text(roles[role]),
      factor !== undefined && factors[factor] && text(factors[factor]),
      policy === "everybody" && text("rules.everybody"),
      typeof count === "number" && number(count),
    ]
      .filter((one): one is string => typeof one === "string")
      .join(" · ");
  };
}
