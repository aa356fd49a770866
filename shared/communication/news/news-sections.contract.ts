import { array, object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, deletedReply, pathId, reply } from "../../kernel/fields";
import { string } from "../../kernel/schemas";
import { nameTranslations } from "../../kernel/translations";
import { sectionRef } from "./news.replies";
import { newsSectionSchema } from "./news.schema";

const create = { feature: "news", permission: "news-create" } as const;

export const listNewsChoices = endpoint({
  ...create,
  method: "GET",
  path: "/news/choices",
  summary: "Lists the audiences and sections of an article: departments, groups, locations and sections.",
  reply: dataReply(
    object({
      departments: array(sectionRef).required(),
      groups: array(sectionRef).required(),
      locations: array(string().required()).required(),
      sections: array(sectionRef.shape({ translations: nameTranslations(), article_count: reply.number() })).required(),
    }),
  ),
});

export const createNewsSection = endpoint({
  ...create,
  method: "POST",
  path: "/news/sections",
  summary: "Creates a section.",
  body: newsSectionSchema,
  reply: dataReply(sectionRef),
  status: 201,
  example: { body: { name: "Canteen" } },
});

export const updateNewsSection = endpoint({
  ...create,
  method: "PUT",
  path: "/news/sections/:id",
  summary: "Renames a section.",
  params: object({ id: pathId("newsSection") }),
  body: newsSectionSchema,
  reply: dataReply(sectionRef),
  example: { body: { name: "Canteen" } },
});

export const deleteNewsSection = endpoint({
  ...create,
  method: "DELETE",
  path: "/news/sections/:id",
  summary: "Deletes a section. Its articles are kept without a section.",
  params: object({ id: pathId("newsSection") }),
  reply: deletedReply,
});
