import { object } from "yup";
import { wholeNumber } from "../../kernel/fields";
import { string } from "../../kernel/schemas";

/** Kinds of records that are moved to the bin when they are deleted. Fields have entries of their own (shared/work/fields). */
export const binKinds = ["task", "column"] as const;
export type BinKind = (typeof binKinds)[number];

/** What has a tree of rows in the bin. Projects are listed apart, because their bin is not in a project. */
export const binTreeKinds = [...binKinds, "project"] as const;
export type BinTreeKind = (typeof binTreeKinds)[number];

export const binKind = () => string().oneOf([...binKinds], "field.unknown");

export const binQuery = object({
  kind: binKind(),
  page: wholeNumber(1, 100_000),
  per_page: wholeNumber(1, 200),
});
