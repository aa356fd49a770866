import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Attachment } from "../../../shared/work/attachments/attachments.contract";
import * as contract from "../../../shared/work/attachments/attachments.contract";
import { invalidFieldProblem } from "../../../shared/kernel/problems";
import { attachmentRules, checkUpload, storeUpload } from "../../platform/files/files.service";
import type { UploadedFile } from "../../platform/http/body";
import { replayOrRun } from "../../platform/http/idempotency";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { serveMultiTransaction } from "../../platform/http/serve/serve-multi-transaction";
import { presentAttachment } from "./attachments.present";
import * as service from "./attachments.service";

const uploadOf = (request: FastifyRequest): UploadedFile | undefined =>
  request.uploads.find((upload) => upload.field === "file");

interface Answer {
  message: string;
  data: Attachment;
}

// Uploads run in steps: authorize, store the bytes, insert the row. No database connection is held while storing.
export function registerAttachmentsRoutes(app: FastifyInstance): void {
  serveEndpoint(app, contract.listAttachments, async ({ tx, actor, params }) => {
    const found = await service.listAttachments(tx, actor, params.id);
    return { data: found.map(({ attachment, task }) => presentAttachment(attachment, actor, task)) };
  });

  serveMultiTransaction(app, contract.createAttachment, async ({ unit, actor, body, text, request }) => {
    await unit((tx) => service.authorizeAttaching(tx, actor, body.task_id));
    const upload = await checkUpload(app.platform.childProcesses, actor, uploadOf(request), attachmentRules);
    return storeUpload(unit, actor, app.platform.files, upload, async (tx, keep) => {
      const answer = await replayOrRun<Answer>(tx, request, actor.id, contract.createAttachment.status, async () => {
        const { attachment, task } = await service.attachFileToTask(tx, actor, body, keep);
        const data = presentAttachment(attachment, actor, task);
        return { message: text("attachment.created", { title: data.title }), data };
      });
      return answer as Answer;
    });
  });

  serveMultiTransaction(app, contract.replaceAttachment, async ({ unit, actor, params, body, text, request }) => {
    await unit((tx) => service.authorizeAttachmentChange(tx, actor, params.id));
    const sent = uploadOf(request);
    if (!sent) throw invalidFieldProblem("file", "attachment.fileRequired");
    const upload = await checkUpload(app.platform.childProcesses, actor, sent, attachmentRules);
    return storeUpload(unit, actor, app.platform.files, upload, async (tx, keep) => {
      const answer = await replayOrRun<Answer>(tx, request, actor.id, contract.replaceAttachment.status, async () => {
        const { attachment, task } = await service.replaceAttachmentFile(tx, actor, params.id, body, keep);
        const data = presentAttachment(attachment, actor, task);
        return { message: text("attachment.updated", { title: data.title }), data };
      });
      return answer as Answer;
    });
  });

  serveEndpoint(app, contract.renameAttachment, async ({ tx, actor, params, body, text }) => {
    const { attachment, task } = await service.renameTaskAttachment(tx, actor, params.id, body.title);
    const data = presentAttachment(attachment, actor, task);
    return { message: text("attachment.updated", { title: data.title }), data };
  });

  serveEndpoint(app, contract.deleteAttachment, async ({ tx, actor, params, text }) => {
    await service.deleteAttachment(tx, actor, params.id);
    return { message: text("attachment.deleted"), id: params.id };
  });
}
