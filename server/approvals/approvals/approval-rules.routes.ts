import type { FastifyInstance } from "fastify";
import * as rules from "../../../shared/approvals/approvals/approval-rules.contract";
import { serveEndpoint } from "../../platform/http/serve/serve";
import * as settings from "./approval-rules.service";
import { previewChain } from "./dry-run.service";
import { readEscalationSetting, updateEscalationSetting } from "./waiting-setting.service";
import { ruleOptionsOf } from "./approval-rules.service";

export function registerApprovalRulesRoutes(app: FastifyInstance): void {
  serveEndpoint(app, rules.tryRules, async ({ tx, actor, body }) => ({ data: await previewChain(tx, actor, body) }));
  serveEndpoint(app, rules.listRules, async ({ tx, actor, query }) => ({
    data: await settings.listRules(tx, actor, query.family),
  }));
  serveEndpoint(app, rules.readRuleOptions, async ({ tx, actor, query }) => ({
    data: await ruleOptionsOf(tx, actor, query.family),
  }));
  serveEndpoint(app, rules.createRule, async ({ tx, actor, body, text }) => {
    const data = await settings.createRule(tx, actor, body);
    return { message: text("approvalRule.saved", { name: data.name }), data };
  });
  serveEndpoint(app, rules.updateRule, async ({ tx, actor, params, body, text }) => {
    const data = await settings.updateRule(tx, actor, params.id, body);
    return { message: text("approvalRule.saved", { name: data.name }), data };
  });
  serveEndpoint(app, rules.deleteRule, async ({ tx, actor, params, text }) => {
    await settings.deleteRule(tx, actor, params.id);
    return { message: text("approvalRule.deleted"), id: params.id };
  });
  serveEndpoint(app, rules.sortRules, async ({ tx, actor, body, text }) => {
    await settings.sortRules(tx, actor, body.family, body.ids);
    return { message: text("approvalRule.sorted") };
  });
  serveEndpoint(app, rules.readWaiting, async ({ tx }) => ({ data: await readEscalationSetting(tx) }));
  serveEndpoint(app, rules.updateWaiting, async ({ tx, body, text }) => ({
    data: await updateEscalationSetting(tx, body),
    message: text("approvalRule.waitingSaved"),
  }));
}
