import type { ServerFeature } from "../../platform/features";
import { registerAttachmentsRoutes } from "./attachments.routes";
import { canReadAttachment } from "./attachments.service";
import { fileSearch } from "./attachments.search";

export const attachmentsFeature = {
  routes: [registerAttachmentsRoutes],
  fileReaders: [canReadAttachment],
  searches: { file: fileSearch },
} satisfies ServerFeature;
