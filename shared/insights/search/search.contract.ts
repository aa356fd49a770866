import { array, type InferType, object, type StringSchema } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, dayField, idField, reply, textField, wholeNumber } from "../../kernel/fields";
import { string } from "../../kernel/schemas";
import { importOriginReply } from "../../kernel/import-origin";
import { type SearchKind, searchMatches } from "../../kernel/search";
import { wordsOf } from "../../kernel/text/fold";

/** A found record, in the same shape for all kinds. */
export const searchHit = object({
  kind: (string() as StringSchema<SearchKind>).required(),
  id: reply.id(),
  /** Task key, project code, request number or employee number. */
  key: reply.textOrNull(),
  title: reply.text(),
  /** Variant of the kind: `room`, `car` or `equipment` for a booking, the type for a finance request. */
  type: reply.textOrNull(),
  /** The record's project, department or requester. */
  context: reply.textOrNull(),
  /** State code of the kind: the kind of the column for a task, the status for a request. */
  state: reply.textOrNull(),
  person: object({ id: reply.id(), fullname: reply.text(), image: reply.textOrNull() })
    .nullable()
    .defined()
    .default(null),
  /** Part of the matching text, without markup. */
  snippet: reply.textOrNull(),
  /** Id of the record that a comment or file belongs to. */
  parent_id: reply.numberOrNull(),
  /** Of comments. */
  import: importOriginReply.nullable().defined(),
  project_id: reply.numberOrNull(),
  at: reply.textOrNull(),
  /** The day in the organization's calendar on which the record takes place; null for kinds without a day. */
  day: reply.textOrNull(),
  match: string().oneOf(searchMatches).required(),
});
export type SearchHit = InferType<typeof searchHit>;

export const searchStates = ["open", "done"] as const;
export const maxQueryLength = 200;

/**
 * Cursor of a page: block of candidates, score, microseconds since 1970, kind and id of the last hit. It starts with the
 * comparison of words that the page continues.
 */
const cursorText = /^(exact|spelling|typo)\.\d{1,5}\.\d{1,4}\.\d{1,17}\.[a-z_]{1,40}\.\d{1,15}$/;

/** Most queries have fewer words. Each further one takes longer, because similar words are looked up if nothing matches exactly. */
const maxUsualWords = 3;

/** A filter ranks all matches instead of a block of them. */
const isSlow = ({ q, person, from, until, state }: Readonly<Record<string, unknown>>): boolean =>
  Boolean(person || from || until || state) || (typeof q === "string" && wordsOf(q).length > maxUsualWords);

/** Kinds separated by commas. The server checks the names, because the list of kinds depends on all contracts. */
const kindList = () =>
  array(string().required("field.required"))
    .transform((value, original) =>
      typeof original === "string"
        ? original
            .split(",", 100)
            .map((kind) => kind.trim())
            .filter(Boolean)
        : value,
    )
    .typeError("field.list")
    .max(50, "field.tooMany");

export const search = endpoint({
  method: "GET",
  path: "/search",
  summary: "Finds records of all kinds that the caller may see, best matches first, without a total.",
  query: object({
    q: textField(maxQueryLength).required("field.required"),
    kinds: kindList(),
    project: idField("project"),
    /** Assignee, author, requester or owner. */
    person: idField("user"),
    from: dayField(),
    until: dayField(),
    state: string().oneOf(searchStates, "field.oneOf"),
    /** Cursor from `next` of the previous page. */
    after: textField(100).matches(cursorText, { message: "field.invalid", excludeEmptyString: true }),
    limit: wholeNumber(1, 50),
  }),
  expensive: isSlow,
  reply: object({ data: array(searchHit).required(), next: reply.textOrNull() }),
  example: { query: { q: "task" } },
});

export const listRecent = endpoint({
  method: "GET",
  path: "/search/recent",
  summary: "Lists the records that the caller changed last, newest first.",
  reply: dataReply(array(searchHit).required()),
});
