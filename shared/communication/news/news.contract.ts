import { array, object } from "yup";
import { endpoint, withoutApiTokens } from "../../kernel/endpoint";
import {
  dataReply,
  deletedReply,
  idField,
  messageReply,
  pageMeta,
  pagingShape,
  pathId,
  reply,
  searchShape,
} from "../../kernel/fields";
import { languageCodes } from "../../kernel/languages";
import { string } from "../../kernel/schemas";
import {
  newsArticleReply,
  newsCommentReply,
  newsDraftReply,
  newsFileReply,
  newsReadersReply,
  newsRowReply,
  sectionRef,
} from "./news.replies";
import * as schema from "./news.schema";
import { newsStatuses } from "./news.workflow";

const byId = object({ id: pathId("newsArticle") });
const view = { feature: "news", permission: "news-view" } as const;
const create = { feature: "news", permission: "news-create" } as const;
const stale = ["news.stale", "news.notNow"] as const;

export const listNews = endpoint({
  ...view,
  method: "GET",
  path: "/news",
  summary:
    "Lists the caller's news, pinned articles first, then newest. `section` is a section id; `q` searches titles and texts, including the archive. A `status` other than published lists the caller's own articles.",
  query: object({
    ...pagingShape,
    ...searchShape,
    section: idField("newsSection"),
    status: string().oneOf([...newsStatuses], "field.oneOf"),
  }),
  reply: object({ message: string(), data: array(newsRowReply).required(), meta: pageMeta }),
});

export const readNewsPage = endpoint({
  ...view,
  method: "GET",
  path: "/news/overview",
  summary: "Returns the news sidebar: articles to confirm, most discussed articles and counts.",
  reply: dataReply(
    object({
      must_read: array(newsRowReply).required(),
      most_talked: array(object({ id: reply.id(), title: reply.text(), comment_count: reply.number() })).required(),
      sections: array(sectionRef).required(),
      archive: object({ total: reply.number(), since: reply.textOrNull() }),
    }),
  ),
});

export const createNews = endpoint({
  ...create,
  method: "POST",
  path: "/news",
  summary: "Creates an article as a draft, visible only to its author.",
  body: schema.newsSchema,
  reply: dataReply(newsDraftReply),
  status: 201,
  example: { body: { texts: [{ language: "en", title: "A second dock", body: "<p>From 1 December.</p>" }] } },
});

export const readNews = endpoint({
  ...view,
  method: "GET",
  path: "/news/:id",
  summary: "Returns an article with its files, reactions and comments. `language` selects a version.",
  params: byId,
  query: object({ language: string().oneOf([...languageCodes], "field.oneOf") }),
  reply: dataReply(newsArticleReply),
});

export const readEditableNews = endpoint({
  ...create,
  method: "GET",
  path: "/news/:id/edit",
  summary: "Returns all versions of an article, for its editors.",
  params: byId,
  reply: dataReply(newsDraftReply),
});

export const updateNews = endpoint({
  ...create,
  method: "PUT",
  path: "/news/:id",
  summary: "Updates an article. Omitted fields are unchanged.",
  params: byId,
  body: schema.newsSchema,
  reply: dataReply(newsDraftReply),
  problems: stale,
  example: { body: { pinned: true } },
});

export const deleteNews = endpoint({
  ...create,
  method: "DELETE",
  path: "/news/:id",
  summary: "Deletes a draft or unpublished article with all related data.",
  params: byId,
  reply: deletedReply,
  problems: stale,
});

export const publishNews = endpoint({
  ...create,
  method: "POST",
  path: "/news/:id/publish",
  summary: "Publishes an article immediately or at a time in the organization's time zone.",
  params: byId,
  body: schema.publishSchema,
  reply: dataReply(newsDraftReply),
  problems: stale,
  example: { body: {} },
});

export const withdrawNews = endpoint({
  ...create,
  method: "POST",
  path: "/news/:id/withdraw",
  summary:
    "Unpublishes an article immediately or at a time in the organization's time zone; a scheduled article becomes a draft again.",
  params: byId,
  body: schema.withdrawSchema,
  reply: dataReply(newsDraftReply),
  problems: stale,
  example: { body: {} },
});

export const noteNewsRead = endpoint({
  ...view,
  scope: withoutApiTokens,
  method: "POST",
  path: "/news/:id/read",
  summary: "Marks an article as seen; with `confirmed`, as read and confirmed.",
  params: byId,
  body: schema.readSchema,
  reply: messageReply,
  problems: ["news.notNow"],
  example: { body: {} },
});

export const listNewsReaders = endpoint({
  ...create,
  method: "GET",
  path: "/news/:id/readers",
  summary: "Lists an article's readers for its editors: confirmed, seen, e-mail only or not read.",
  params: byId,
  reply: dataReply(newsReadersReply),
});

export const remindNews = endpoint({
  ...create,
  method: "POST",
  path: "/news/:id/remind",
  summary: "Reminds readers who haven't confirmed a must-read article, at most once a day.",
  params: byId,
  reply: messageReply,
  problems: ["news.notNow", "news.justReminded"],
});

export const attachToNews = endpoint({
  ...create,
  method: "POST",
  path: "/news/:id/files",
  summary:
    'Uploads a file to an article: its picture (replacing the previous one), a picture in the text (`inline`, referenced as `<img src="/files/<file id>/preview" alt="…">`) or an attachment.',
  params: byId,
  body: object({
    kind: string()
      .oneOf([...schema.newsFileKinds], "field.oneOf")
      .default("attachment"),
  }),
  file: "file",
  reply: dataReply(newsFileReply),
  status: 201,
  problems: ["request.invalid"],
  example: { body: { kind: "attachment" } },
});

export const removeNewsFile = endpoint({
  ...create,
  method: "DELETE",
  path: "/news/files/:id",
  summary: "Deletes a picture or file of an article.",
  params: object({ id: pathId("newsFile") }),
  reply: deletedReply,
});

export const commentOnNews = endpoint({
  ...view,
  scope: "comment-create",
  method: "POST",
  path: "/news/:id/comments",
  summary: 'Comments on a published article. Mentions are `<span data-mention="<user id>">`.',
  params: byId,
  body: schema.newsCommentSchema,
  reply: dataReply(newsCommentReply),
  status: 201,
  problems: ["news.notNow"],
  example: { body: { comment: "Good" } },
});

export const deleteNewsComment = endpoint({
  ...view,
  scope: "comment-create",
  method: "DELETE",
  path: "/news/comments/:id",
  summary: "Deletes a comment: the caller's own, or any for the article's editors.",
  params: object({ id: pathId("newsComment") }),
  reply: deletedReply,
});

export const reactToNewsComment = endpoint({
  ...view,
  scope: "comment-create",
  method: "PUT",
  path: "/news/comments/:id/reactions",
  summary: "Adds or removes the caller's emoji reaction to a comment.",
  params: object({ id: pathId("newsComment") }),
  body: schema.newsReactionSchema,
  reply: messageReply,
  problems: ["news.notNow"],
  example: { body: { emoji: "like", on: true } },
});

export const reactToNews = endpoint({
  ...view,
  scope: "comment-create",
  method: "PUT",
  path: "/news/:id/reactions",
  summary: "Adds or removes the caller's emoji reaction to an article.",
  params: byId,
  body: schema.newsReactionSchema,
  reply: messageReply,
  problems: ["news.notNow"],
  example: { body: { emoji: "like", on: true } },
});
