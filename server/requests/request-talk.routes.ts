import type { FastifyInstance } from "fastify";
import * as contract from "../../shared/approvals/request-talk.contract";
import { attachmentRules, checkUpload, keepUpload } from "../files/files.service";
import { replayOrRun } from "../platform/http/idempotency";
import { serve } from "../platform/http/serve/serve";
import { serveInSteps } from "../platform/http/serve/serve-in-steps";
import { talkableRequest } from "./requests.service";
import * as service from "./request-talk.service";

interface Answer {
  message: string;
  data: contract.RequestFile;
}

export function registerRequestTalkRoutes(app: FastifyInstance): void {
  serve(app, contract.readRequestTalk, async ({ tx, actor, params }) => ({
    data: await service.talkOf(tx, actor, params.id),
  }));
  serve(app, contract.commentOnRequest, async ({ tx, actor, params, body, text }) => ({
    message: text("comment.created"),
    data: await service.comment(tx, actor, params.id, body.comment),
  }));
  serve(app, contract.deleteRequestComment, async ({ tx, actor, params, text }) => {
    await service.deleteComment(tx, actor, params.id);
    return { message: text("comment.deleted"), id: params.id };
  });
  // May they, keep the bytes, then the row: while the store is busy no connection is held.
  serveInSteps(app, contract.attachToRequest, async ({ unit, actor, params, text, request }) => {
    await unit((tx) => talkableRequest(tx, actor, params.id));
    const upload = await checkUpload(
      app.platform.childProcesses,
      actor,
      request.uploads.find(({ field }) => field === "file"),
      attachmentRules,
    );
    return keepUpload(unit, actor, app.platform.files, upload, async (tx, keep) => {
      const answer = await replayOrRun<Answer>(tx, request, actor.id, contract.attachToRequest.status, async () => {
        const data = await service.attach(tx, actor, params.id, keep);
        return { message: text("attachment.created", { title: data.file.name }), data };
      });
      return answer as Answer;
    });
  });
  serve(app, contract.deleteRequestFile, async ({ tx, actor, params, text }) => {
    await service.deleteFile(tx, actor, params.id);
    return { message: text("attachment.deleted"), id: params.id };
  });
}
