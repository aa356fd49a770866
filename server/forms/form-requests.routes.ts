import type { FastifyInstance } from "fastify";
import type { Decision } from "../../shared/approvals/approvals.workflow";
import * as contract from "../../shared/forms/forms.contract";
import type { FormRequestDetail } from "../../shared/forms/forms.contract";
import { attachmentRules, checkUpload, keepUpload } from "../files/files.service";
import { replayOrRun } from "../platform/http/idempotency";
import { serve } from "../platform/http/serve/serve";
import { serveInSteps } from "../platform/http/serve/serve-in-steps";
import type { Actor } from "../platform/session";
import type { Tx } from "../platform/database/unit-of-work";
import { addFile, authorizeFile, removeFile } from "./form-files.service";
import { presentFormRequestDetail } from "./form-requests.present";
import * as requests from "./form-requests.service";
import { listRequests } from "./forms.read";

async function detail(tx: Tx, actor: Actor, id: number) {
  return presentFormRequestDetail(tx, actor, await requests.visibleFormRequest(tx, actor, id));
}

/** Filling in forms, and deciding what was sent. */
export function registerFormRequestsRoutes(app: FastifyInstance): void {
  serve(app, contract.listFormRequests, ({ tx, actor, query }) => listRequests(tx, actor, query));
  serve(app, contract.readFormRequest, async ({ tx, actor, params }) => ({ data: await detail(tx, actor, params.id) }));
  serve(app, contract.createFormRequest, async ({ tx, actor, body, text }) => {
    const id = await requests.createFormRequest(tx, actor, body);
    return { message: text(body.draft ? "request.draftSaved" : "request.sent"), data: await detail(tx, actor, id) };
  });
  serve(app, contract.updateFormRequest, async ({ tx, actor, params, body, text }) => {
    await requests.updateFormRequest(tx, actor, params.id, body);
    const message = text(body.draft ? "request.draftSaved" : "request.sent");
    return { message, data: await detail(tx, actor, params.id) };
  });
  serve(app, contract.deleteFormRequest, async ({ tx, actor, params, text }) => {
    await requests.deleteFormRequest(tx, actor, params.id);
    return { message: text("form.draftDeleted"), id: params.id };
  });
  serve(app, contract.sendFormRequest, async ({ tx, actor, params, body, text }) => {
    await requests.sendFormRequest(tx, actor, params.id, body.version);
    return { message: text("request.sent"), data: await detail(tx, actor, params.id) };
  });
  serve(app, contract.cancelFormRequest, async ({ tx, actor, params, body, text }) => {
    await requests.cancelFormRequest(tx, actor, params.id, body.version);
    return { message: text("request.cancelled"), data: await detail(tx, actor, params.id) };
  });
  registerDecisions(app);
  registerFiles(app);
}

function registerDecisions(app: FastifyInstance): void {
  const decisions = [
    [contract.approveFormRequest, "APPROVE", "request.approved"],
    [contract.rejectFormRequest, "REJECT", "request.rejected"],
    [contract.requestFormChanges, "REQUEST_CHANGES", "request.sentBack"],
  ] as const satisfies readonly [unknown, Decision, string][];
  for (const [endpoint, decision, message] of decisions) {
    serve(app, endpoint as typeof contract.approveFormRequest, async ({ tx, actor, params, body, text }) => {
      const note = body.reason || body.note || null;
      await requests.decideFormRequest(tx, actor, params.id, decision, { version: body.version, note });
      return { message: text(message), data: await detail(tx, actor, params.id) };
    });
  }
}

interface Answer {
  message: string;
  data: FormRequestDetail;
}

// Uploads come in steps: may they, keep the bytes, then the row. While the store is busy no connection is held.
function registerFiles(app: FastifyInstance): void {
  serveInSteps(app, contract.addFormFile, async ({ unit, actor, params, body, text, request }) => {
    await unit((tx) => authorizeFile(tx, actor, params.id, body.field));
    const sent = request.uploads.find((upload) => upload.field === "file");
    const upload = await checkUpload(app.platform.childProcesses, actor, sent, attachmentRules);
    return keepUpload(unit, actor, app.platform.files, upload, async (tx, keep) => {
      const answer = await replayOrRun<Answer>(tx, request, actor.id, contract.addFormFile.status, async () => {
        await addFile(tx, actor, params.id, body.field, keep);
        return { message: text("form.fileAdded", { name: upload.name }), data: await detail(tx, actor, params.id) };
      });
      return answer as Answer;
    });
  });
  serve(app, contract.removeFormFile, async ({ tx, actor, params, text }) => {
    await removeFile(tx, actor, params.id, params.file);
    return { message: text("form.fileRemoved"), data: await detail(tx, actor, params.id) };
  });
}
