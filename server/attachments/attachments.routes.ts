import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Attachment } from "../../shared/attachments/attachments.contract";
import * as contract from "../../shared/attachments/attachments.contract";
import { invalid } from "../../shared/kernel/problems";
import { attachmentRules, checkUpload, keepUpload } from "../files/files.service";
import type { Upload } from "../platform/http/body";
import { replayOrRun } from "../platform/http/idempotency";
import { serve } from "../platform/http/serve/serve";
import { serveInSteps } from "../platform/http/serve/serve-in-steps";
import { presentAttachment } from "./attachments.present";
import * as service from "./attachments.service";

const uploadOf = (request: FastifyRequest): Upload | undefined =>
  request.uploads.find((upload) => upload.field === "file");

interface Answer {
  message: string;
  data: Attachment;
}

// Uploads come in steps: may they, keep the bytes, then the row. While the store is busy no connection is held.
export function registerAttachmentsRoutes(app: FastifyInstance): void {
  serve(app, contract.listAttachments, async ({ tx, actor, params }) => {
    const found = await service.listAttachments(tx, actor, params.id);
    return { data: found.map(({ attachment, task }) => presentAttachment(attachment, actor, task)) };
  });

  serveInSteps(app, contract.createAttachment, async ({ unit, actor, body, text, request }) => {
    await unit((tx) => service.authorizeAttaching(tx, actor, body.task_id));
    const upload = await checkUpload(app.platform.childProcesses, actor, uploadOf(request), attachmentRules);
    return keepUpload(unit, actor, app.platform.files, upload, async (tx, keep) => {
      const answer = await replayOrRun<Answer>(tx, request, actor.id, contract.createAttachment.status, async () => {
        const { attachment, task } = await service.attach(tx, actor, body, keep);
        const data = presentAttachment(attachment, actor, task);
        return { message: text("attachment.created", { title: data.title }), data };
      });
      return answer as Answer;
    });
  });

  serveInSteps(app, contract.replaceAttachment, async ({ unit, actor, params, body, text, request }) => {
    await unit((tx) => service.authorizeChange(tx, actor, params.id));
    const sent = uploadOf(request);
    if (!sent) throw invalid("file", "attachment.fileRequired");
    const upload = await checkUpload(app.platform.childProcesses, actor, sent, attachmentRules);
    return keepUpload(unit, actor, app.platform.files, upload, async (tx, keep) => {
      const answer = await replayOrRun<Answer>(tx, request, actor.id, contract.replaceAttachment.status, async () => {
        const { attachment, task } = await service.replaceFile(tx, actor, params.id, body, keep);
        const data = presentAttachment(attachment, actor, task);
        return { message: text("attachment.updated", { title: data.title }), data };
      });
      return answer as Answer;
    });
  });

  serve(app, contract.renameAttachment, async ({ tx, actor, params, body, text }) => {
    const { attachment, task } = await service.rename(tx, actor, params.id, body.title);
    const data = presentAttachment(attachment, actor, task);
    return { message: text("attachment.updated", { title: data.title }), data };
  });

  serve(app, contract.deleteAttachment, async ({ tx, actor, params, text }) => {
    await service.deleteAttachment(tx, actor, params.id);
    return { message: text("attachment.deleted"), id: params.id };
  });
}
