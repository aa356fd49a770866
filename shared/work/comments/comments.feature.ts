import { defineFeature } from "../../kernel/feature";
import * as comments from "./comments.contract";
import { commentEvents } from "./comments.events";

export const commentsFeature = defineFeature({
  contracts: { comments },
  events: commentEvents,
  searches: { comment: {} },
});

declare module "../../kernel/search" {
  interface SearchKinds {
    comment: true;
  }
}
