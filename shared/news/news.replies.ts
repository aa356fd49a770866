import { array, type InferType, object } from "yup";
import { fileReply } from "../attachments/attachments.contract";
import { reactionReply } from "../comments/comments.contract";
import { reply } from "../kernel/fields";
import { boolean, string } from "../kernel/schemas";
import { personReply } from "../people/people.contract";
import { newsFileKinds } from "./news.schema";
import { newsStatuses } from "./news.workflow";

export const yes = () => boolean().required();
export const sectionRef = object({ id: reply.id(), name: reply.text() });

/** An article as lists show it, in the reader's language or, where it has none, as it was written. */
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
  pinned: yes(),
  must_read: yes(),
  confirm_by: reply.textOrNull(),
  comment_count: reply.number(),
  /** By the reader. */
  seen: yes(),
  confirmed_at: reply.textOrNull(),
  version: reply.number(),
  /** Of the article's stream: what is followed from here on. */
  revision: reply.number(),
});
export type NewsRow = InferType<typeof newsRowReply>;

export const newsCommentReply = object({
  id: reply.id(),
  comment: reply.text(),
  author: personReply,
  created_at: reply.text(),
  /** In the order of the choice; those that nobody chose are left out. */
  reactions: array(reactionReply).required(),
  can: object({ delete: yes() }),
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
  everyone: yes(),
  departments: array(sectionRef).required(),
  groups: array(sectionRef).required(),
  locations: array(string().required()).required(),
});
export type NewsAudience = InferType<typeof audienceReply>;

export const newsArticleReply = newsRowReply.shape({
  /** Who reads it: what is said to it afterwards is theirs, or not. */
  reader_id: reply.id(),
  body: reply.text(),
  audience: audienceReply,
  files: array(newsFileReply).required(),
  reactions: array(reactionReply).required(),
  comments: array(newsCommentReply).required(),
  next: object({ id: reply.id(), title: reply.text() }).nullable().defined(),
  can: object({ edit: yes(), publish: yes(), withdraw: yes(), delete: yes(), confirm: yes(), talk: yes() }),
});
export type NewsArticle = InferType<typeof newsArticleReply>;

/** All versions of an article, for whoever writes it. */
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
  pinned: yes(),
  must_read: yes(),
  confirm_by: reply.textOrNull(),
  audience: audienceReply,
  files: array(newsFileReply).required(),
  /** On the organisation's clock, as they are sent. */
  publish_at: reply.textOrNull(),
  withdraw_at: reply.textOrNull(),
  time_zone: reply.text(),
  version: reply.number(),
});
export type NewsDraft = InferType<typeof newsDraftReply>;

/** Who has read an article: said so, seen here, had it by mail alone, or neither. */
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
