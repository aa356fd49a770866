import { isImageType } from "../../../shared/kernel/uploads";
import type { AttachmentEvents } from "../../../shared/work/attachments/attachments.events";
import type { Consumer } from "../../platform/consumer";
import type { OrphanedFiles } from "./orphaned-files";
import type { Previews } from "./previews";

/** These consumers only schedule work. The services for previews and orphaned files do the work later and repeat it if it was lost. */
export function attachmentConsumers(
  previews: Pick<Previews, "enqueue">,
  orphanedFiles: Pick<OrphanedFiles, "sweepSoon">,
): Consumer[] {
  return [
    {
      name: "attachments.previews",
      events: ["attachment.created", "attachment.updated"],
      async consume(tx, event) {
        const { file } = event.data as AttachmentEvents["attachment.created"];
        if (isImageType(file.type) && !file.preview_url) tx.afterCommit(() => previews.enqueue(tx.tenantId, file.id));
      },
    },
    {
      name: "attachments.bytes",
      events: ["attachment.updated", "attachment.deleted", "bin_entry.purged", "project.deleted", "news.deleted"],
      async consume(tx) {
        tx.afterCommit(() => orphanedFiles.sweepSoon(tx.tenantId));
      },
    },
  ];
}
