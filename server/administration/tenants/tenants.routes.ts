import type { FastifyInstance } from "fastify";
import { invalidFieldProblem } from "../../../shared/kernel/problems";
import { checkTenant } from "../../../shared/identity/session/check-tenant.contract";
import * as closing from "../../../shared/administration/tenants/closing.contract";
import * as contract from "../../../shared/administration/tenants/tenants.contract";
import type { Tx } from "../../platform/database/unit-of-work";
import { serveEndpoint, servePublicEndpoint } from "../../platform/http/serve/serve";
import { serveMultiTransaction } from "../../platform/http/serve/serve-multi-transaction";
import { requestClosing, cancelClosing } from "./closing.service";
import { checkLogo, removeLogo, setLogo } from "./logo.service";
import { presentTenant, presentTenantRecord, emitTenantUpdated, updateTenant } from "./tenants.service";

export function registerTenantsRoutes(app: FastifyInstance): void {
  servePublicEndpoint(app, checkTenant, async ({ tx, request }) => ({
    data: await presentTenant(tx, request.hostname),
  }));
  serveEndpoint(app, contract.readTenant, async ({ tx, request }) => ({
    data: await presentTenantRecord(tx, request.hostname),
  }));
  serveEndpoint(app, contract.updateTenant, async ({ tx, body, text, request }) => ({
    message: text("tenant.saved"),
    data: await updateTenant(tx, request.hostname, body),
  }));
  serveMultiTransaction(app, contract.uploadTenantLogo, async ({ unit, actor, text, request }) => {
    const upload = request.uploads?.find(({ field }) => field === "logo");
    if (!upload) throw invalidFieldProblem("logo", "file.missing");
    const logo = await checkLogo(app.platform.childProcesses, actor, upload);
    const emitUpdate = (tx: Tx) => emitTenantUpdated(tx, request.hostname);
    return { message: text("tenant.saved"), data: await setLogo(unit, actor, app.platform.files, logo, emitUpdate) };
  });
  serveEndpoint(app, closing.closeTenant, async ({ tx, actor, body, text, request }) => {
    await requestClosing(tx, actor, body.name);
    return { message: text("tenant.closingBegun"), data: await emitTenantUpdated(tx, request.hostname) };
  });
  serveEndpoint(app, closing.keepTenant, async ({ tx, text, request }) => {
    await cancelClosing(tx);
    return { message: text("tenant.closingTakenBack"), data: await emitTenantUpdated(tx, request.hostname) };
  });
  serveEndpoint(app, contract.removeTenantLogo, async ({ tx, text, request }) => {
    await removeLogo(tx);
    return { message: text("tenant.saved"), data: await emitTenantUpdated(tx, request.hostname) };
  });
}
