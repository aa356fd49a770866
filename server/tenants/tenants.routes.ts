import type { FastifyInstance } from "fastify";
import { invalid } from "../../shared/kernel/problems";
import { checkTenant } from "../../shared/tenants/check-tenant.contract";
import * as closing from "../../shared/tenants/closing.contract";
import * as contract from "../../shared/tenants/tenants.contract";
import type { Tx } from "../platform/database/unit-of-work";
import { serve, servePublic } from "../platform/http/serve/serve";
import { serveInSteps } from "../platform/http/serve/serve-in-steps";
import { askToClose, takeBackClosing } from "./closing.service";
import { checkLogo, removeLogo, setLogo } from "./logo.service";
import { presentTenant, presentTenantRecord, tellTenant, updateTenant } from "./tenants.service";

export function registerTenantsRoutes(app: FastifyInstance): void {
  servePublic(app, checkTenant, async ({ tx, request }) => ({
    data: await presentTenant(tx, request.hostname),
  }));
  serve(app, contract.readTenant, async ({ tx, request }) => ({
    data: await presentTenantRecord(tx, request.hostname),
  }));
  serve(app, contract.updateTenant, async ({ tx, body, text, request }) => ({
    message: text("tenant.saved"),
    data: await updateTenant(tx, request.hostname, body),
  }));
  serveInSteps(app, contract.uploadTenantLogo, async ({ unit, actor, text, request }) => {
    const upload = request.uploads?.find(({ field }) => field === "logo");
    if (!upload) throw invalid("logo", "file.missing");
    const logo = await checkLogo(app.platform.childProcesses, actor, upload);
    const told = (tx: Tx) => tellTenant(tx, request.hostname);
    return { message: text("tenant.saved"), data: await setLogo(unit, actor, app.platform.files, logo, told) };
  });
  serve(app, closing.closeTenant, async ({ tx, actor, body, text, request }) => {
    await askToClose(tx, actor, body.name);
    return { message: text("tenant.closingBegun"), data: await tellTenant(tx, request.hostname) };
  });
  serve(app, closing.keepTenant, async ({ tx, text, request }) => {
    await takeBackClosing(tx);
    return { message: text("tenant.closingTakenBack"), data: await tellTenant(tx, request.hostname) };
  });
  serve(app, contract.removeTenantLogo, async ({ tx, text, request }) => {
    await removeLogo(tx);
    return { message: text("tenant.saved"), data: await tellTenant(tx, request.hostname) };
  });
}
