import type { FastifyInstance } from "fastify";
import * as contract from "../../../shared/approvals/approvals/request-discussion.contract";
import { attachmentRules, checkUpload, storeUpload } from "../../platform/files/files.service";
import { replayOrRun } from "../../platform/http/idempotency";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { serveMultiTransaction } from "../../platform/http/serve/serve-multi-transaction";
import { loadRequestWithReadableDiscussion } from "./requests.service";
import * as service from "./request-discussion.service";

interface Answer {
  message: string;
  data: contract.RequestFile;
}

export function registerRequestDiscussionRoutes(app: FastifyInstance): void {
  serveEndpoint(app, contract.readRequestDiscussion, async ({ tx, actor, params }) => ({
    data: await service.readDiscussion(tx, actor, params.id),
  }));
  serveEndpoint(app, contract.commentOnRequest, async ({ tx, actor, params, body, text }) => ({
    message: text("comment.created"),
    data: await service.addRequestComment(tx, actor, params.id, body.comment),
  }));
  serveEndpoint(app, contract.deleteRequestComment, async ({ tx, actor, params, text }) => {
    await service.removeRequestComment(tx, actor, params.id);
    return { message: text("comment.deleted"), id: params.id };
  });
  // Checks access, stores the bytes, then inserts the row, so that no connection is held while storing.
  serveMultiTransaction(app, contract.attachToRequest, async ({ unit, actor, params, text, request }) => {
    await unit((tx) => loadRequestWithReadableDiscussion(tx, actor, params.id));
    const upload = await checkUpload(
      app.platform.childProcesses,
      actor,
      request.uploads.find(({ field }) => field === "file"),
      attachmentRules,
    );
    return storeUpload(unit, actor, app.platform.files, upload, async (tx, keep) => {
      const answer = await replayOrRun<Answer>(tx, request, actor.id, contract.attachToRequest.status, async () => {
        const data = await service.attachRequestFile(tx, actor, params.id, keep);
        return { message: text("attachment.created", { title: data.file.name }), data };
      });
      return answer as Answer;
    });
  });
  serveEndpoint(app, contract.deleteRequestFile, async ({ tx, actor, params, text }) => {
    await service.removeRequestFile(tx, actor, params.id);
    return { message: text("attachment.deleted"), id: params.id };
  });
}
