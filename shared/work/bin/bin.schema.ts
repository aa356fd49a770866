import { object } from "yup";
import { wholeNumber } from "../../kernel/fields";
import { string } from "../../kernel/schemas";

/** Kinds of records of a project whose rows are copied to its bin before they are deleted. */
export const copiedKinds = ["task", "column"] as const;
export type CopiedKind = (typeof copiedKinds)[number];

/** Kinds of records of a project whose rows are marked as deleted while they are in its bin. */
export const markedKinds = ["view", "template"] as const;
export type MarkedKind = (typeof markedKinds)[number];

/** Kinds of records in the bin of a project. Fields have separate entries (shared/work/fields). */
export const binKinds = [...copiedKinds, ...markedKinds] as const;
export type BinKind = (typeof binKinds)[number];

/** Kinds of records with a tree of rows in the bin. Projects are listed apart, because their bin is not in a project. */
export const binTreeKinds = [...copiedKinds, "project"] as const;
export type BinTreeKind = (typeof binTreeKinds)[number];

export const binKind = () => string().oneOf([...binKinds], "field.unknown");

export const binQuery = object({
  kind: binKind(),
  page: wholeNumber(1, 100_000),
  per_page: wholeNumber(1, 200),
});
