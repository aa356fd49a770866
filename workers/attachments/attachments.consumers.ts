import { waitingPictures } from "../../server/news/news-talk.service";
import { isImageType } from "../../shared/attachments/attachments.rules";
import type { DomainEvent } from "../../shared/domain-events";
import type { Consumer } from "../platform/consumer";
import type { LooseFiles } from "./loose-files";
import type { Previews } from "./previews";

/** Nothing is written here: both do their work later, by themselves, and find what was lost on the way. */
export function attachmentConsumers(
  previews: Pick<Previews, "want">,
  loose: Pick<LooseFiles, "sweepSoon">,
): Consumer[] {
  return [
    {
      name: "attachments.previews",
      events: ["attachment.created", "attachment.updated"],
      async consume(tx, event) {
        const { file } = (event as Extract<DomainEvent, { type: "attachment.created" }>).data;
        if (isImageType(file.type) && !file.preview_url) tx.afterCommit(() => previews.want(tx.tenantId, file.id));
      },
    },
    {
      name: "attachments.newsPictures",
      events: ["news.updated"],
      async consume(tx, event) {
        const waiting = await waitingPictures(tx, (event.data as { id: number }).id);
        tx.afterCommit(() => waiting.forEach((fileId) => previews.want(tx.tenantId, fileId)));
      },
    },
    {
      name: "attachments.bytes",
      events: ["attachment.updated", "attachment.deleted", "task.deleted", "project.deleted", "news.deleted"],
      async consume(tx) {
        tx.afterCommit(() => loose.sweepSoon(tx.tenantId));
      },
    },
  ];
}
