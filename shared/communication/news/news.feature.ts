import { defineFeature } from "../../kernel/feature";
import * as news from "./news.contract";
import * as newsSections from "./news-sections.contract";
import { newsEvents } from "./news.events";

export const newsFeature = defineFeature({
  contracts: { newsSections, news },
  events: newsEvents,
  searches: {
    news: { permission: "news-view", feature: "news" },
    news_file: { permission: "news-view", feature: "news" },
  },
});

declare module "../../kernel/search" {
  interface SearchKinds {
    news: true;
    news_file: true;
  }
}
