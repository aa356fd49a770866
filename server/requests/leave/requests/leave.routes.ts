import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ReplyOf } from "../../../../shared/kernel/endpoint";
import * as contract from "../../../../shared/requests/leave/requests/leave.contract";
import { serveCommands } from "../../../approvals/approvals/serve-commands";
import { attachmentRules, checkUpload, storeUpload } from "../../../platform/files/files.service";
import { replayOrRun } from "../../../platform/http/idempotency";
import { serveEndpoint } from "../../../platform/http/serve/serve";
import { serveMultiTransaction, type RunTransaction } from "../../../platform/http/serve/serve-multi-transaction";
import type { Actor } from "../../../platform/session";
import type { Tx } from "../../../platform/database/unit-of-work";
import * as changes from "./change.service";
import { presentLeaveDetail } from "./leave.present";
import { listLeaveRequests, previewLeaveRequest } from "./leave.read";
import * as requests from "./leave.service";

export function registerLeaveRequestRoutes(app: FastifyInstance): void {
  serveEndpoint(app, contract.previewLeave, async ({ tx, actor, query }) => ({
    data: await previewLeaveRequest(tx, actor, query),
  }));
  serveEndpoint(app, contract.listLeave, ({ tx, actor, query }) => listLeaveRequests(tx, actor, query));
  serveEndpoint(app, contract.readLeave, async ({ tx, actor, params }) => ({
    data: await detail(tx, actor, params.id),
  }));
  registerWriting(app);
  serveEndpoint(app, contract.changeLeave, async ({ tx, actor, params, body, text }) => {
    const id = await changes.changeLeave(tx, actor, params.id, body);
    return {
      message: text(id === params.id ? "leave.changed" : "leave.changeSent"),
      data: await detail(tx, actor, id),
    };
  });
  serveEndpoint(app, contract.discardLeave, async ({ tx, actor, params, text }) => {
    await requests.discardLeave(tx, actor, params.id);
    return { message: text("leave.draftDiscarded"), id: params.id };
  });
  serveCommands(
    app,
    {
      send: contract.sendLeave,
      cancel: contract.cancelLeave,
      approve: contract.approveLeave,
      reject: contract.rejectLeave,
      requestChanges: contract.requestLeaveChanges,
    },
    { send: requests.sendLeave, cancel: requests.cancelLeave, decide: requests.decideLeave, detail },
  );
}

async function detail(tx: Tx, actor: Actor, id: number) {
  return presentLeaveDetail(tx, actor, await requests.loadVisibleLeave(tx, actor, id));
}

type Answer = ReplyOf<typeof contract.createLeave>;

// Runs in steps because a document may be attached: no database connection is held while storing it.
function registerWriting(app: FastifyInstance): void {
  serveMultiTransaction(app, contract.createLeave, ({ unit, actor, body, text, request }) =>
    withDocument(app, unit, actor, request, async (tx, keep) => {
      const answer = await replayOrRun<Answer>(tx, request, actor.id, contract.createLeave.status, async () => {
        const id = await requests.createLeave(tx, actor, body, keep);
        return { message: text(saved(actor, body)), data: await detail(tx, actor, id) };
      });
      return answer as Answer;
    }),
  );
  serveMultiTransaction(app, contract.updateLeave, ({ unit, actor, params, body, text, request }) =>
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
  unit: RunTransaction,
  actor: Actor,
  request: FastifyRequest,
  work: (tx: Tx, keep?: requests.StoreFile) => Promise<Result>,
): Promise<Result> {
  const sent = request.uploads.find(({ field }) => field === "attachment");
  if (!sent) return unit((tx) => work(tx));
  const upload = await checkUpload(app.platform.childProcesses, actor, sent, attachmentRules);
  return storeUpload(unit, actor, app.platform.files, upload, work);
}
