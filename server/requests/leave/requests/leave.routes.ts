import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ReplyOf } from "../../../../shared/kernel/endpoint";
import * as contract from "../../../../shared/requests/leave/requests/leave.contract";
import type { LeaveDetail } from "../../../../shared/requests/leave/requests/leave.contract";
import { type ReadDetail, savedMessage, serveDocument } from "../../../approvals/documents/serve-document";
import { attachmentRules, checkUpload, storeUpload } from "../../../platform/files/files.service";
import { replayOrRun } from "../../../platform/http/idempotency";
import { serveEndpoint } from "../../../platform/http/serve/serve";
import { serveMultiTransaction, type RunTransaction } from "../../../platform/http/serve/serve-multi-transaction";
import type { Actor } from "../../../platform/session";
import type { Tx } from "../../../platform/database/unit-of-work";
import { changeLeave } from "./change.service";
import { presentLeaveDetail } from "./leave.present";
import { listLeaveRequests, previewLeaveRequest } from "./leave.read";
import { leaveDocument, type StoreFile } from "./leave.service";

export function registerLeaveRequestRoutes(app: FastifyInstance): void {
  serveEndpoint(app, contract.previewLeave, async ({ tx, actor, query }) => ({
    data: await previewLeaveRequest(tx, actor, query),
  }));
  serveEndpoint(app, contract.listLeave, ({ tx, actor, query }) => listLeaveRequests(tx, actor, query));
  const detail = serveDocument(
    app,
    {
      read: contract.readLeave,
      remove: contract.discardLeave,
      send: contract.sendLeave,
      cancel: contract.cancelLeave,
      approve: contract.approveLeave,
      reject: contract.rejectLeave,
      requestChanges: contract.requestLeaveChanges,
    },
    leaveDocument,
    { present: presentLeaveDetail, deletedMessage: "leave.draftDiscarded" },
  );
  registerWriting(app, detail);
  serveEndpoint(app, contract.changeLeave, async ({ tx, actor, params, body, text }) => {
    const id = await changeLeave(tx, actor, params.id, body);
    return {
      message: text(id === params.id ? "leave.changed" : "leave.changeSent"),
      data: await detail(tx, actor, id),
    };
  });
}

type Answer = ReplyOf<typeof contract.createLeave>;

// Runs in steps because a document may be attached: no database connection is held while storing it.
function registerWriting(app: FastifyInstance, detail: ReadDetail<LeaveDetail>): void {
  serveMultiTransaction(app, contract.createLeave, ({ unit, actor, body, text, request }) =>
    withDocument(app, unit, actor, request, async (tx, storeFile) => {
      const answer = await replayOrRun<Answer>(tx, request, actor.id, contract.createLeave.status, async () => {
        const id = await leaveDocument.create(tx, actor, { ...body, storeFile });
        return { message: text(messageAfterSaving(actor, body)), data: await detail(tx, actor, id) };
      });
      return answer as Answer;
    }),
  );
  serveMultiTransaction(app, contract.updateLeave, ({ unit, actor, params, body, text, request }) =>
    withDocument(app, unit, actor, request, async (tx, storeFile) => {
      await leaveDocument.update(tx, actor, params.id, { ...body, storeFile });
      return { message: text(messageAfterSaving(actor, body)), data: await detail(tx, actor, params.id) };
    }),
  );
}

const messageAfterSaving = (actor: Actor, body: { draft?: boolean; user_id?: number | null }) =>
  body.draft || (body.user_id ?? actor.id) === actor.id ? savedMessage(body) : "leave.entered";

async function withDocument<Result>(
  app: FastifyInstance,
  unit: RunTransaction,
  actor: Actor,
  request: FastifyRequest,
  work: (tx: Tx, storeFile?: StoreFile) => Promise<Result>,
): Promise<Result> {
  const sent = request.uploads.find(({ field }) => field === "attachment");
  if (!sent) return unit((tx) => work(tx));
  const upload = await checkUpload(app.platform.childProcesses, actor, sent, attachmentRules);
  return storeUpload(unit, actor, app.platform.files, upload, work);
}
