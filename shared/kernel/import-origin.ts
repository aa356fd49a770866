import { type InferType, object } from "yup";
import { reply } from "./fields";
import { personReply } from "./person-reply";
import { string } from "./schemas";

/** Programs whose boards can be imported; `workplace` is an exported project, `table` any table whose columns the user assigns. */
export const importSources = [
  "workplace",
  "trello",
  "jira",
  "asana",
  "linear",
  "planner",
  "github",
  "kanboard",
  "planka",
  "vikunja",
  "table",
] as const;
export type ImportSource = (typeof importSources)[number];

/**
 * The import that wrote a task or comment; null for records that were created here. Its user chose the author or reporter, the time and
 * the text.
 */
export const importOriginReply = object({
  source: string()
    .oneOf([...importSources])
    .required(),
  /** Null if the user was erased. */
  by: personReply.nullable().defined(),
  at: reply.text(),
});
export type ImportOrigin = InferType<typeof importOriginReply>;
