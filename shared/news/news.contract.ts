import { array, object } from "yup";
import { endpoint, peopleAlone } from "../kernel/endpoint";
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
} from "../kernel/fields";
import { languageCodes } from "../kernel/languages";
import { string } from "../kernel/schemas";
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
    "What is for the caller, the pinned first, then the latest. `section` is a section's id; `q` looks in titles and texts, the archive included. `status` other than published: what they write themselves.",
  query: object({
    ...pagingShape,
    ...searchShape,
    section: idField("newsSection"),
    status: string().oneOf([...newsStatuses], "field.oneOf"),
  }),
  reply: object({ message: string(), data: array(newsRowReply).required(), meta: pageMeta }),
});

export const newsOverview = endpoint({
  ...view,
  method: "GET",
  path: "/news/overview",
  summary: "What stands beside the news: what the caller must still read, what is talked about, how much there is.",
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
  summary: "A draft: nobody but its author sees it.",
  body: schema.newsSchema,
  reply: dataReply(newsDraftReply),
  status: 201,
  example: { body: { texts: [{ language: "en", title: "A second dock", body: "<p>From 1 December.</p>" }] } },
});

export const readNews = endpoint({
  ...view,
  method: "GET",
  path: "/news/:id",
  summary: "One article with its files, reactions and comments. `language` asks for one of its versions.",
  params: byId,
  query: object({ language: string().oneOf([...languageCodes], "field.oneOf") }),
  reply: dataReply(newsArticleReply),
});

export const editableNews = endpoint({
  ...create,
  method: "GET",
  path: "/news/:id/edit",
  summary: "All versions of an article, for whoever may change it.",
  params: byId,
  reply: dataReply(newsDraftReply),
});

export const updateNews = endpoint({
  ...create,
  method: "PUT",
  path: "/news/:id",
  summary: "Changes an article. What is left out stays.",
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
  summary: "Deletes an article with all that hangs on it: a draft, or one that was taken down.",
  params: byId,
  reply: deletedReply,
  problems: stale,
});

export const publishNews = endpoint({
  ...create,
  method: "POST",
  path: "/news/:id/publish",
  summary: "Publishes at once, or at a moment on the organisation's clock.",
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
    "Takes down at once, or at a moment on the organisation's clock; of what is scheduled: makes it a draft again.",
  params: byId,
  body: schema.withdrawSchema,
  reply: dataReply(newsDraftReply),
  problems: stale,
  example: { body: {} },
});

export const noteNewsRead = endpoint({
  ...view,
  scope: peopleAlone,
  method: "POST",
  path: "/news/:id/read",
  summary: "Notes that the caller has seen an article; with `confirmed`, that they say they have read it.",
  params: byId,
  body: schema.readSchema,
  reply: messageReply,
  problems: ["news.notNow"],
  example: { body: {} },
});

export const newsReaders = endpoint({
  ...create,
  method: "GET",
  path: "/news/:id/readers",
  summary:
    "Who has read an article, for those who may change it: said so, seen here, had it by mail alone, or neither.",
  params: byId,
  reply: dataReply(newsReadersReply),
});

export const remindNews = endpoint({
  ...create,
  method: "POST",
  path: "/news/:id/remind",
  summary: "Reminds those who must read an article and haven't; once a day at most.",
  params: byId,
  reply: messageReply,
  problems: ["news.notNow", "news.justReminded"],
});

export const attachToNews = endpoint({
  ...create,
  method: "POST",
  path: "/news/:id/files",
  summary:
    'The picture of an article, in the place of the one it has; a picture for its text (`inline`), where it stands as `<img src="/files/<file id>/preview" alt="…">`; or a file attached to it.',
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
  summary: "Takes a picture or a file off an article.",
  params: object({ id: pathId("newsFile") }),
  reply: deletedReply,
});

export const commentOnNews = endpoint({
  ...view,
  scope: "comment-create",
  method: "POST",
  path: "/news/:id/comments",
  summary: 'Says something to a published article. Mentions are `<span data-mention="<user id>">`.',
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
  summary: "Deletes a comment: one's own, or any where one may change the article.",
  params: object({ id: pathId("newsComment") }),
  reply: deletedReply,
});

export const reactToNewsComment = endpoint({
  ...view,
  scope: "comment-create",
  method: "PUT",
  path: "/news/comments/:id/reactions",
  summary: "Answers a comment with an emoji, or takes that back.",
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
  summary: "Answers an article with an emoji, or takes that back.",
  params: byId,
  body: schema.newsReactionSchema,
  reply: messageReply,
  problems: ["news.notNow"],
  example: { body: { emoji: "like", on: true } },
});
