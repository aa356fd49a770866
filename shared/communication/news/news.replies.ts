import { array, type InferType, object } from "yup";
import { fileReply } from "../../work/attachments/attachments.contract";
import { reactionReply } from "../../work/comments/comments.contract";
import { reply, positionReply } from "../../kernel/fields";
import { boolean, string } from "../../kernel/schemas";
import { personReply } from "../../kernel/person-reply";
import { newsFileKinds } from "./news.schema";
import { newsStatuses } from "./news.workflow";

export const requiredBoolean = () => boolean().required();
export const sectionRef = object({ id: reply.id(), name: reply.text() });

/** An article in lists, in the reader's language if available, otherwise in its original language. */
export const newsRowReply = object({
  id: reply.id(),
  status: string()
    .oneOf([...newsStatuses])
    .required(),
  section: sectionRef.nullable().defined(),
  language: reply.text(),
  languages: array(string().required()).required(),
  title: reply.text(),
  summary: reply.text(),
  picture: object({ url: reply.text(), preview_url: reply.textOrNull(), alt: reply.text() }).nullable().defined(),
  author: personReply,
  published_at: reply.textOrNull(),
  publish_at: reply.textOrNull(),
  withdraw_at: reply.textOrNull(),
  updated_at: reply.text(),
  minutes: reply.number(),
  pinned: requiredBoolean(),
  must_read: requiredBoolean(),
  confirm_by: reply.textOrNull(),
  comment_count: reply.number(),
  seen: requiredBoolean(),
  confirmed_at: reply.textOrNull(),
  version: reply.number(),
  /** Revision of the article's stream at which this reply was read. */
  ...positionReply,
});
export type NewsRow = InferType<typeof newsRowReply>;

export const newsCommentReply = object({
  id: reply.id(),
  comment: reply.text(),
  author: personReply,
  created_at: reply.text(),
  /** In the order of `reactionEmoji`, without unused emoji. */
  reactions: array(reactionReply).required(),
  can: object({ delete: requiredBoolean() }),
});
export type NewsComment = InferType<typeof newsCommentReply>;

export const newsFileReply = object({
  id: reply.id(),
  kind: string()
    .oneOf([...newsFileKinds])
    .required(),
  file: fileReply,
});
export type NewsFile = InferType<typeof newsFileReply>;

const audienceReply = object({
  everyone: requiredBoolean(),
  departments: array(sectionRef).required(),
  groups: array(sectionRef).required(),
  locations: array(string().required()).required(),
});
export type NewsAudience = InferType<typeof audienceReply>;

export const newsArticleReply = newsRowReply.shape({
  reader_id: reply.id(),
  body: reply.text(),
  audience: audienceReply,
  files: array(newsFileReply).required(),
  reactions: array(reactionReply).required(),
  comments: array(newsCommentReply).required(),
  next: object({ id: reply.id(), title: reply.text() }).nullable().defined(),
  can: object({
    edit: requiredBoolean(),
    publish: requiredBoolean(),
    withdraw: requiredBoolean(),
    delete: requiredBoolean(),
    confirm: requiredBoolean(),
    talk: requiredBoolean(),
  }),
});
export type NewsArticle = InferType<typeof newsArticleReply>;

/** All language versions of an article, for editors. */
export const newsDraftReply = object({
  id: reply.id(),
  status: string().required(),
  section_id: reply.numberOrNull(),
  language: reply.text(),
  texts: array(
    object({
      language: reply.text(),
      title: reply.text(),
      summary: reply.text(),
      body: reply.text(),
      picture_alt: reply.text(),
    }),
  ).required(),
  pinned: requiredBoolean(),
  must_read: requiredBoolean(),
  confirm_by: reply.textOrNull(),
  audience: audienceReply,
  files: array(newsFileReply).required(),
  /** Local times in the tenant's time zone. */
  publish_at: reply.textOrNull(),
  withdraw_at: reply.textOrNull(),
  time_zone: reply.text(),
  version: reply.number(),
});
export type NewsDraft = InferType<typeof newsDraftReply>;

/** Readers of an article by state: confirmed, displayed in the app, only emailed, or none of these. */
export const newsReadersReply = object({
  total: reply.number(),
  read: reply.number(),
  reminded_at: reply.textOrNull(),
  people: array(
    personReply.shape({
      state: string().oneOf(["confirmed", "seen", "mailed", "none"]).required(),
      at: reply.textOrNull(),
    }),
  ).required(),
});
