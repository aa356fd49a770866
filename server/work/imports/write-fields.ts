import { maxDecimals, maxTextValueLength } from "../../../shared/work/fields/fields.schema";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { createField } from "../fields/fields.service";
import type { TargetField } from "./card-values";
import type { ImportedBoard, ImportedField } from "./imported-board";
import { writeDeletedOptions } from "./write-settings";

interface NewField {
  projectId: number;
  title: string;
  columnIds: ReadonlyMap<string, number>;
}

/** Creates a field of the board in the project; null for a choice without options. */
export async function createBoardField(
  tx: Tx,
  actor: Actor,
  board: ImportedBoard,
  field: ImportedField,
  { projectId, title, columnIds }: NewField,
): Promise<TargetField | null> {
  const options = distinctOptions(field.options.filter(({ isDeleted }) => !isDeleted));
  if ((field.kind === "choice" || field.kind === "choices") && options.length === 0) return null;
  const created = await createField(tx, actor, projectId, {
    title,
    kind: field.kind,
    ...(field.kind === "text" ? { max_length: field.maxLength ?? maxTextValueLength } : {}),
    ...(field.kind === "number" ? { decimals: field.decimals ?? decimalsOf(board, field.id), unit: field.unit } : {}),
    on_card: field.isOnCard ?? false,
    required_column_ids: field.requiredColumnIds?.flatMap((id) => columnIds.get(id) ?? []) ?? [],
    ...(options.length > 0 ? { options: options.map((option) => ({ title: option.title, color: option.color })) } : {}),
  } as Parameters<typeof createField>[3]);
  const optionIds = optionIdsOf(field, created.options);
  const deletedIds = await writeDeletedOptions(tx, created.id, field.options, optionIds);
  return { id: created.id, kind: field.kind, optionIds: new Map([...optionIds, ...deletedIds]), rules: null };
}

/** Options of the project's field by those of the source with the same title. */
export function optionIdsOf(
  { options }: ImportedField,
  created: readonly { id: number; title: string }[],
): Map<string, number> {
  const idOfTitle = new Map(created.map((option) => [option.title.toLowerCase(), option.id]));
  return new Map(
    options.flatMap(({ id, title, isDeleted }) => {
      const optionId = isDeleted ? undefined : idOfTitle.get(title.toLowerCase());
      return optionId === undefined ? [] : [[id, optionId] as const];
    }),
  );
}

/** Decimals that the values of a number field need. */
function decimalsOf({ cards }: ImportedBoard, fieldId: string): number {
  const decimals = cards.map(({ values }) => String(values.get(fieldId) ?? "").split(".")[1]?.length ?? 0);
  return Math.min(
    maxDecimals,
    decimals.reduce((most, count) => Math.max(most, count), 0),
  );
}

/** Adds a number to a title that another field has. */
export function uniqueTitle(title: string, titles: Set<string>): string {
  let unique = title;
  for (let number = 2; titles.has(unique.toLowerCase()); number++) unique = `${title} (${number})`;
  titles.add(unique.toLowerCase());
  return unique;
}

/** Options with the same title are one. */
export const distinctOptions = (options: ImportedField["options"]): ImportedField["options"] => [
  ...new Map(options.map((option) => [option.title.toLowerCase(), option])).values(),
];
