import type { FastifyInstance } from "fastify";
import * as contract from "../../../shared/requests/forms/forms.contract";
import type { FormRequestDetail } from "../../../shared/requests/forms/forms.contract";
import { serveCommands } from "../../approvals/approvals/serve-commands";
import { attachmentRules, checkUpload, storeUpload } from "../../platform/files/files.service";
import { replayOrRun } from "../../platform/http/idempotency";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { serveMultiTransaction } from "../../platform/http/serve/serve-multi-transaction";
import type { Actor } from "../../platform/session";
import type { Tx } from "../../platform/database/unit-of-work";
import { presentFormRequestDetail } from "./form-requests.present";
import * as requests from "./form-requests.service";
import { listRequests } from "./forms.read";
import { storeFormFile, authorizeFormFile, deleteStoredFormFile } from "./form-requests.service";

async function detail(tx: Tx, actor: Actor, id: number) {
  return presentFormRequestDetail(tx, actor, await requests.loadVisibleFormRequest(tx, actor, id));
}

export function registerFormRequestsRoutes(app: FastifyInstance): void {
  serveEndpoint(app, contract.listFormRequests, ({ tx, actor, query }) => listRequests(tx, actor, query));
  serveEndpoint(app, contract.readFormRequest, async ({ tx, actor, params }) => ({
    data: await detail(tx, actor, params.id),
  }));
  serveEndpoint(app, contract.createFormRequest, async ({ tx, actor, body, text }) => {
    const id = await requests.createFormRequest(tx, actor, body);
    return { message: text(body.draft ? "request.draftSaved" : "request.sent"), data: await detail(tx, actor, id) };
  });
  serveEndpoint(app, contract.updateFormRequest, async ({ tx, actor, params, body, text }) => {
    await requests.updateFormRequest(tx, actor, params.id, body);
    const message = text(body.draft ? "request.draftSaved" : "request.sent");
    return { message, data: await detail(tx, actor, params.id) };
  });
  serveEndpoint(app, contract.deleteFormRequest, async ({ tx, actor, params, text }) => {
    await requests.deleteFormRequest(tx, actor, params.id);
    return { message: text("form.draftDeleted"), id: params.id };
  });
  serveCommands(
    app,
    {
      send: contract.sendFormRequest,
      cancel: contract.cancelFormRequest,
      approve: contract.approveFormRequest,
      reject: contract.rejectFormRequest,
      requestChanges: contract.requestFormChanges,
    },
    {
      send: requests.sendFormRequest,
      cancel: requests.cancelFormRequest,
      decide: requests.decideFormRequest,
      detail,
    },
  );
  registerFiles(app);
}

interface Answer {
  message: string;
  data: FormRequestDetail;
}

// Uploads run in steps: authorize, store the bytes, insert the row. No database connection is held while storing.
function registerFiles(app: FastifyInstance): void {
  serveMultiTransaction(app, contract.addFormFile, async ({ unit, actor, params, body, text, request }) => {
    await unit((tx) => authorizeFormFile(tx, actor, params.id, body.field));
    const sent = request.uploads.find((upload) => upload.field === "file");
    const upload = await checkUpload(app.platform.childProcesses, actor, sent, attachmentRules);
    return storeUpload(unit, actor, app.platform.files, upload, async (tx, keep) => {
      const answer = await replayOrRun<Answer>(tx, request, actor.id, contract.addFormFile.status, async () => {
        await storeFormFile(tx, actor, params.id, body.field, keep);
        return { message: text("form.fileAdded", { name: upload.name }), data: await detail(tx, actor, params.id) };
      });
      return answer as Answer;
    });
  });
  serveEndpoint(app, contract.removeFormFile, async ({ tx, actor, params, text }) => {
    await deleteStoredFormFile(tx, actor, params.id, params.file);
    return { message: text("form.fileRemoved"), data: await detail(tx, actor, params.id) };
  });
}
