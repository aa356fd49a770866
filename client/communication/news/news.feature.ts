import { IconNews, IconPaperclip } from "@tabler/icons-react";
import { defineFeature, pagesIn } from "../../platform/feature/feature";
import { paths } from "../../platform/paths";

export const newsFeature = defineFeature({
  searches: {
    news: { icon: IconNews, group: "texts", href: ({ id }) => paths.article(id) },
    news_file: { icon: IconPaperclip, group: "texts", href: ({ parent_id }) => paths.article(parent_id ?? 0) },
  },
  pages: [
    ...pagesIn(() => import("./news.pages"), {
      NewsPage: { path: paths.news, title: "title.news", permission: "news-view", feature: "news", layout: "news" },
    }),
    ...pagesIn(() => import("./write.pages"), {
      ArticleWritePage: {
        path: paths.articleWrite,
        title: "title.newsWrite",
        permission: "news-create",
        feature: "news",
        layout: "news",
      },
      ArticleEditPage: {
        path: paths.articleEdit(":id"),
        title: "title.newsEdit",
        permission: "news-create",
        feature: "news",
        layout: "news",
      },
    }),
    ...pagesIn(() => import("./article.pages"), {
      ArticlePage: {
        path: paths.article(":id"),
        title: "title.newsArticle",
        permission: "news-view",
        feature: "news",
        layout: "news",
      },
    }),
  ],
  menu: [
    {
      label: "menu.news",
      icon: IconNews,
      to: paths.news,
      goKey: "n",
      in: "start",
      order: 3,
      permission: "news-view",
      feature: "news",
    },
  ],
  creates: [
    { label: "title.newsWrite", icon: IconNews, to: paths.articleWrite, permission: "news-create", feature: "news" },
  ],
  live: async () => (await import("./news.live")).newsLive,
});
