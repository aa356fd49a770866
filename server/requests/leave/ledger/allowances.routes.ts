import type { FastifyInstance } from "fastify";
import * as contract from "../../../../shared/requests/leave/ledger/allowances.contract";
import { serveEndpoint } from "../../../platform/http/serve/serve";
import { loadAllowanceRules, previewRules, saveAllowanceRules } from "./allowance-rules.service";
import { addOverride, readOverrides, removeOverride } from "./overrides.service";

export function registerLeaveAllowanceRoutes(app: FastifyInstance): void {
  serveEndpoint(app, contract.readAllowanceRules, async ({ tx, params }) => ({
    data: await loadAllowanceRules(tx, params.id),
  }));
  serveEndpoint(app, contract.updateAllowanceRules, async ({ tx, params, body, text }) => ({
    data: await saveAllowanceRules(tx, params.id, body),
    message: text("leave.rulesSaved"),
  }));
  serveEndpoint(app, contract.previewAllowanceRules, async ({ tx, params, body }) => ({
    data: await previewRules(tx, params.id, body),
  }));
  serveEndpoint(app, contract.listOverrides, async ({ tx, actor, params }) => ({
    data: await readOverrides(tx, actor, params.user_id),
  }));
  serveEndpoint(app, contract.createOverride, async ({ tx, actor, params, body, text }) => ({
    data: await addOverride(tx, actor, params.user_id, body),
    message: text("leave.overrideSaved"),
  }));
  serveEndpoint(app, contract.deleteOverride, async ({ tx, actor, params, text }) => {
    await removeOverride(tx, actor, params.id);
    return { message: text("leave.overrideDeleted"), id: params.id };
  });
}
