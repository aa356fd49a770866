import { IconPaperclip } from "@tabler/icons-react";
import { paths } from "../../platform/paths";
import { defineFeature } from "../../platform/feature/feature";

export const attachmentsFeature = defineFeature({
  searches: {
    file: { icon: IconPaperclip, group: "texts", href: ({ parent_id }) => paths.anyTask(parent_id ?? 0) },
  },
  live: async () => (await import("./attachments.live")).attachmentsLive,
});
