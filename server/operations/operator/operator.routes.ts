import type { FastifyInstance, FastifyReply } from "fastify";
import * as session from "../../../shared/operations/operator/operator-session.contract";
import * as overview from "../../../shared/operations/operator/overview.contract";
import * as notices from "../../../shared/operations/operator/notices.contract";
import * as tenants from "../../../shared/operations/operator/tenants.contract";
import * as restore from "../../../shared/operations/operator/restore.contract";
import type { OperatorAction } from "../../../shared/operations/operator/operator-actions";
import type { TenantChange } from "../../administration/tenants/tenant-admin";
import { clearNotice, setAnnouncement, setMaintenance } from "./notices.service";
import { logOperator } from "./operator-log.service";
import { confirmRestore } from "../restore/restore";
import { checkedRestore, recordRequest, requireUnconfirmed, restoreState } from "./operator-restore.service";
import { RequestedBackup } from "./requested-backup";
import { requireCode, signInOperator, signOutOperator } from "./operator-session.service";
import { changeTenantById, openTenant, planEndAfter, tenantsWithSize } from "./operator-tenants.service";
import { readLog, readInstallationOverview } from "./overview.service";
import { discardTenantEvent, retryTenantEvent } from "./parked-events.service";
import { countRecentFailures } from "./recent-failures";
import { serveOperator, serveOperatorSignIn } from "./serve-operator";

export function registerOperatorRoutes(app: FastifyInstance): void {
  serveOperatorSignIn(app, session.startOperatorSession, async ({ owner, body, request, reply }) => {
    const { operator, cookie } = await signInOperator(owner, body, request);
    reply.header("set-cookie", cookie);
    return { data: { email: operator.email } };
  });
  serveOperator(app, session.readOperator, async ({ operator }) => ({ data: { email: operator.email } }));
  serveOperator(app, session.endOperatorSession, async ({ owner, text, request, reply }) => {
    reply.header("set-cookie", await signOutOperator(owner, request));
    return { message: text("operator.signedOut") };
  });
  registerOverviewRoutes(app);
  registerTenantRoutes(app);
  registerRestoreRoutes(app);
  registerNoticeRoutes(app);
}

function registerOverviewRoutes(app: FastifyInstance): void {
  const failures = countRecentFailures(app);
  const { config } = app.platform;
  serveOperator(app, overview.readOverview, async ({ owner }) => ({
    data: await readInstallationOverview({ owner, config, failures }),
  }));
  serveOperator(app, overview.readOperatorLog, async ({ owner }) => ({ data: await readLog(owner) }));
  serveOperator(app, overview.retryEvent, async ({ owner, operator, params, request, text }) => {
    await retryTenantEvent(owner, params.tenant, params.id);
    await logOperator(owner, operator, request, "event_retried", { about: String(params.id), tenant: params.tenant });
    return { message: text("operator.done") };
  });
  serveOperator(app, overview.discardEvent, async ({ owner, operator, params, request, text }) => {
    await discardTenantEvent(owner, params.tenant, params.id);
    await logOperator(owner, operator, request, "event_discarded", { about: String(params.id), tenant: params.tenant });
    return { message: text("operator.done") };
  });
}

function registerRestoreRoutes(app: FastifyInstance): void {
  const { config } = app.platform;
  /** Stops after the response, so that the operator receives it. */
  const stopAfter = (reply: FastifyReply) => reply.raw.once("close", () => app.platform.stopToRestore());
  const requestedBackup = new RequestedBackup(config, app.platform.log);
  app.addHook("onClose", () => requestedBackup.ended());
  serveOperator(app, restore.readRestoreState, async () => ({
    data: await restoreState(config, requestedBackup.state),
  }));
  serveOperator(app, restore.requestBackup, async ({ owner, operator, request, text }) => {
    await requestedBackup.begin();
    await logOperator(owner, operator, request, "backup_requested");
    return { message: text("backup.begun") };
  });
  serveOperator(app, restore.requestRestore, async ({ owner, operator, params, body, request, reply, text }) => {
    const { backup: id } = params;
    const checked = await checkedRestore(config, { id, typed: body.backup, until: body.until });
    await requireCode(owner, operator, body.code, request.ip);
    recordRequest(config, checked, operator.email);
    await logOperator(owner, operator, request, "restore_requested", { about: id });
    stopAfter(reply);
    return { message: text("restore.begins") };
  });
  serveOperator(app, restore.confirmRestored, async ({ owner, operator, body, request, text }) => {
    requireUnconfirmed(config);
    await requireCode(owner, operator, body.code, request.ip);
    await confirmRestore(config);
    await logOperator(owner, operator, request, "restore_confirmed");
    return { message: text("operator.done") };
  });
  serveOperator(app, restore.undoRestored, async ({ owner, operator, body, request, reply, text }) => {
    requireUnconfirmed(config);
    await requireCode(owner, operator, body.code, request.ip);
    recordRequest(config, { kind: "undo", backup: "", until: null }, operator.email);
    await logOperator(owner, operator, request, "undo_requested");
    stopAfter(reply);
    return { message: text("restore.begins") };
  });
}

function registerNoticeRoutes(app: FastifyInstance): void {
  const { notices: board } = app.platform;
  serveOperator(app, notices.readNotices, async () => {
    await board.refresh();
    return { data: board.current };
  });
  serveOperator(app, notices.beginMaintenance, async ({ owner, operator, body, request, text }) => {
    await setMaintenance(owner, body);
    await board.refresh();
    await logOperator(owner, operator, request, "maintenance_set", { about: body.until });
    return { message: text("operator.done") };
  });
  serveOperator(app, notices.announce, async ({ owner, operator, body, request, text }) => {
    await setAnnouncement(owner, body);
    await board.refresh();
    await logOperator(owner, operator, request, "announced", { about: body.en });
    return { message: text("operator.done") };
  });
  const ends = [
    [notices.endMaintenance, "maintenance", "maintenance_ended"],
    [notices.withdrawAnnouncement, "announcement", "announcement_withdrawn"],
  ] as const;
  for (const [endpoint, kind, action] of ends)
    serveOperator(app, endpoint, async ({ owner, operator, request, text }) => {
      const ended = await clearNotice(owner, kind);
      await board.refresh();
      if (ended) await logOperator(owner, operator, request, action);
      return { message: text("operator.done") };
    });
}

function registerTenantRoutes(app: FastifyInstance): void {
  serveOperator(app, tenants.listOperatorTenants, async ({ owner }) => ({ data: await tenantsWithSize(owner) }));
  serveOperator(app, tenants.createOperatorTenant, async ({ owner, operator, body, request }) => {
    const data = await openTenant(owner, body);
    await logOperator(owner, operator, request, "tenant_created", { about: body.name, domain: body.domain });
    return { data };
  });
  const changes: [typeof tenants.activateTenant, OperatorAction, () => TenantChange][] = [
    [tenants.deactivateTenant, "tenant_deactivated", () => ({ active: false })],
    [tenants.activateTenant, "tenant_activated", () => ({ active: true })],
    [tenants.expireTenant, "tenant_expired", () => ({ planEndsAt: new Date() })],
  ];
  for (const [endpoint, action, change] of changes)
    serveOperator(app, endpoint, async ({ owner, operator, params, request, text }) => {
      const about = await changeTenantById(app.platform.owner, params.id, change());
      await logOperator(owner, operator, request, action, { about, tenant: params.id });
      return { message: text("operator.done") };
    });
  serveOperator(app, tenants.setTenantPlan, async ({ owner, operator, params, body, request, text }) => {
    const planEndsAt = planEndAfter(body.days);
    const about = await changeTenantById(app.platform.owner, params.id, { plan: body.plan, planEndsAt });
    await logOperator(owner, operator, request, "tenant_plan", { about, tenant: params.id, plan: body.plan });
    return { message: text("operator.done") };
  });
}
