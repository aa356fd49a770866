import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Decision } from "../../shared/approvals/approvals.workflow";
import type { ReplyOf } from "../../shared/kernel/endpoint";
import * as contract from "../../shared/leave/leave.contract";
import { attachmentRules, checkUpload, keepUpload } from "../files/files.service";
import { replayOrRun } from "../platform/http/idempotency";
import { serve } from "../platform/http/serve/serve";
import { serveInSteps, type Unit } from "../platform/http/serve/serve-in-steps";
import type { Actor } from "../platform/session";
import type { Tx } from "../platform/database/unit-of-work";
import { presentLeaveDetail } from "./leave.present";
import { listLeaveRequests, previewOf } from "./leave.read";
import * as requests from "./leave-requests.service";

export function registerLeaveRequestRoutes(app: FastifyInstance): void {
  serve(app, contract.previewLeave, async ({ tx, actor, query }) => ({ data: await previewOf(tx, actor, query) }));
  serve(app, contract.listLeave, ({ tx, actor, query }) => listLeaveRequests(tx, actor, query));
  serve(app, contract.readLeave, async ({ tx, actor, params }) => ({ data: await detail(tx, actor, params.id) }));
  registerWriting(app);
  serve(app, contract.sendLeave, async ({ tx, actor, params, body, text }) => {
    await requests.sendLeave(tx, actor, params.id, body.version);
    return { message: text("request.sent"), data: await detail(tx, actor, params.id) };
  });
  serve(app, contract.cancelLeave, async ({ tx, actor, params, body, text }) => {
    await requests.cancelLeave(tx, actor, params.id, body.version);
    return { message: text("request.cancelled"), data: await detail(tx, actor, params.id) };
  });
  serve(app, contract.discardLeave, async ({ tx, actor, params, text }) => {
    await requests.discardLeave(tx, actor, params.id);
    return { message: text("leave.draftDiscarded"), id: params.id };
  });
  registerDecisions(app);
}

async function detail(tx: Tx, actor: Actor, id: number) {
  return presentLeaveDetail(tx, actor, await requests.visibleLeave(tx, actor, id));
}

type Answer = ReplyOf<typeof contract.createLeave>;

// In steps, since a document may come along: while the store is busy no connection is held.
function registerWriting(app: FastifyInstance): void {
  serveInSteps(app, contract.createLeave, ({ unit, actor, body, text, request }) =>
    withDocument(app, unit, actor, request, async (tx, keep) => {
      const answer = await replayOrRun<Answer>(tx, request, actor.id, contract.createLeave.status, async () => {
        const id = await requests.createLeave(tx, actor, body, keep);
        return { message: text(saved(actor, body)), data: await detail(tx, actor, id) };
      });
      return answer as Answer;
    }),
  );
  serveInSteps(app, contract.updateLeave, ({ unit, actor, params, body, text, request }) =>
    withDocument(app, unit, actor, request, async (tx, keep) => {
      await requests.updateLeave(tx, actor, params.id, body, keep);
      const message = text(saved(actor, body));
      return { message, data: await detail(tx, actor, params.id) };
    }),
  );
}

const saved = (actor: Actor, { draft, user_id }: { draft?: boolean; user_id?: number | null }) =>
  draft ? "request.draftSaved" : (user_id ?? actor.id) === actor.id ? "request.sent" : "leave.entered";

async function withDocument<Result>(
  app: FastifyInstance,
  unit: Unit,
  actor: Actor,
  request: FastifyRequest,
  work: (tx: Tx, keep?: requests.KeepFile) => Promise<Result>,
): Promise<Result> {
  const sent = request.uploads.find(({ field }) => field === "attachment");
  if (!sent) return unit((tx) => work(tx));
  const upload = await checkUpload(app.platform.childProcesses, actor, sent, attachmentRules);
  return keepUpload(unit, actor, app.platform.files, upload, work);
}

function registerDecisions(app: FastifyInstance): void {
  const decisions = [
    [contract.approveLeave, "APPROVE", "request.approved"],
    [contract.rejectLeave, "REJECT", "request.rejected"],
    [contract.requestLeaveChanges, "REQUEST_CHANGES", "request.sentBack"],
  ] as const satisfies readonly [unknown, Decision, string][];
  for (const [endpoint, decision, message] of decisions) {
    serve(app, endpoint as typeof contract.approveLeave, async ({ tx, actor, params, body, text }) => {
      const note = body.reason || body.note || null;
      await requests.decideLeave(tx, actor, params.id, decision, { version: body.version, note });
      return { message: text(message), data: await detail(tx, actor, params.id) };
    });
  }
}
