import type { FastifyInstance } from "fastify";
import * as rules from "../../shared/approvals/approval-rules.contract";
import { serve } from "../platform/http/serve/serve";
import { ruleOptionsOf } from "./approval-rule-options.service";
import * as settings from "./approval-rules.service";
import { tryChain } from "./dry-run.service";
import { readWaiting, updateWaiting } from "../approvals/waiting-setting.service";

export function registerApprovalRulesRoutes(app: FastifyInstance): void {
  serve(app, rules.dryRun, async ({ tx, actor, body }) => ({ data: await tryChain(tx, actor, body) }));
  serve(app, rules.listRules, async ({ tx, actor, query }) => ({
    data: await settings.listRules(tx, actor, query.family),
  }));
  serve(app, rules.ruleOptions, async ({ tx, actor, query }) => ({
    data: await ruleOptionsOf(tx, actor, query.family),
  }));
  serve(app, rules.createRule, async ({ tx, actor, body, text }) => {
    const data = await settings.createRule(tx, actor, body);
    return { message: text("approvalRule.saved", { name: data.name }), data };
  });
  serve(app, rules.updateRule, async ({ tx, actor, params, body, text }) => {
    const data = await settings.updateRule(tx, actor, params.id, body);
    return { message: text("approvalRule.saved", { name: data.name }), data };
  });
  serve(app, rules.deleteRule, async ({ tx, actor, params, text }) => {
    await settings.deleteRule(tx, actor, params.id);
    return { message: text("approvalRule.deleted"), id: params.id };
  });
  serve(app, rules.sortRules, async ({ tx, actor, body, text }) => {
    await settings.sortRules(tx, actor, body.family, body.ids);
    return { message: text("approvalRule.sorted") };
  });
  serve(app, rules.readWaiting, async ({ tx }) => ({ data: await readWaiting(tx) }));
  serve(app, rules.updateWaiting, async ({ tx, body, text }) => ({
    data: await updateWaiting(tx, body),
    message: text("approvalRule.waitingSaved"),
  }));
}
