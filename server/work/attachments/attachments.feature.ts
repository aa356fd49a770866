import type { ServerFeature } from "../../platform/features";
import { registerAttachmentsRoutes } from "./attachments.routes";
import { canReadAttachment } from "./attachments.service";
import { fileSearch } from "./attachments.search";
import { isInOwnProject } from "../access/exported-projects";

export const attachmentsFeature = {
  routes: [registerAttachmentsRoutes],
  fileReaders: [canReadAttachment],
  searches: { file: fileSearch },
  personalData: {
    areas: { tasks: "task_attachment.created_by" },
    conditions: { task_attachment: isInOwnProject("task_attachment.task_id") },
  },
} satisfies ServerFeature;
