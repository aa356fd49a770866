import { defineFeature } from "../../kernel/feature";
import * as attachments from "./attachments.contract";
import { attachmentEvents } from "./attachments.events";

export const attachmentsFeature = defineFeature({
  contracts: { attachments },
  events: attachmentEvents,
  searches: { file: {} },
});

declare module "../../kernel/search" {
  interface SearchKinds {
    file: true;
  }
}
