import type { RouteObject } from "react-router-dom";
import { paths } from "../../platform/paths";
import { lazyScreen } from "../../ui/states/chunks";
import type { RouteHandle } from "../Root";

const handle = (of: RouteHandle) => of;

/** The blank layout of the news (specification section 2). */
export const newsRoutes: RouteObject[] = [
  {
    path: paths.news,
    handle: handle({ title: "title.news", permission: "news-view" }),
    lazy: lazyScreen(() => import("../../news/news.pages"), "NewsPage"),
  },
  {
    path: paths.articleWrite,
    handle: handle({ title: "title.newsWrite", permission: "news-create" }),
    lazy: lazyScreen(() => import("../../news/write.pages"), "ArticleWritePage"),
  },
  {
    path: paths.articleEdit(":id"),
    handle: handle({ title: "title.newsEdit", permission: "news-create" }),
    lazy: lazyScreen(() => import("../../news/write.pages"), "ArticleEditPage"),
  },
  {
    path: paths.article(":id"),
    handle: handle({ title: "title.newsArticle", permission: "news-view" }),
    lazy: lazyScreen(() => import("../../news/article.pages"), "ArticlePage"),
  },
];
