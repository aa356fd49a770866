import { projectFieldIdOf, projectFieldKey } from "../fields/field-keys";
import type { FieldKind } from "../fields/fields.schema";
import { readBoardQuery, writeBoardQuery } from "../tasks/tasks.address.rules";
import type { Condition } from "../tasks/tasks.conditions.rules";
import { conditionsOf, filterOf } from "../tasks/tasks.filter.rules";
import { viewQueryOf } from "../views/views.rules";

/** New ids of what a view refers to, by present id. */
export interface ReferenceIds {
  columns: ReadonlyMap<number, number>;
  tags: ReadonlyMap<number, number>;
  fields: ReadonlyMap<number, { id: number; kind: FieldKind; options: ReadonlyMap<number, number> }>;
  /** Without it, views that refer to people can't be mapped. */
  people?: ReadonlyMap<number, number>;
}

/** Parameters with ids of projects or people. */
const unmappedParams = ["projects", "of"];
const fieldKeys = /(?<![\p{L}\p{N}_])field_(\d+)(?!\d)/gu;
/** Parameters that name fields: those of the layout, and the sort order. */
const paramsWithFields = ["lanes", "group", "columns", "sort"];

class UnmappedReference extends Error {}

function requireId<Id>(id: Id | undefined): Id {
  if (id === undefined) throw new UnmappedReference();
  return id;
}

function mapCondition(condition: Condition, ids: ReferenceIds): Condition {
  const { field, is, values } = condition;
  const hasValues = is === "is" || is === "not";
  const mapValues = (idOf: (id: number) => number | undefined): Condition => ({
    ...condition,
    // Zero and negative values stand for none and for the reader.
    values: hasValues
      ? values.map((value) => (Number(value) > 0 ? String(requireId(idOf(Number(value)))) : value))
      : values,
  });
  const fieldId = projectFieldIdOf(field);
  if (fieldId !== null) {
    const mapped = requireId(ids.fields.get(fieldId));
    const key = projectFieldKey(mapped.id);
    if (mapped.kind === "choice" || mapped.kind === "choices")
      return { ...mapValues((id) => mapped.options.get(id)), field: key };
    return { ...(mapped.kind === "person" ? mapValues((id) => ids.people?.get(id)) : condition), field: key };
  }
  if (field === "status") return mapValues((id) => ids.columns.get(id));
  if (field === "tags") return mapValues((id) => ids.tags.get(id));
  if (field === "users" || field === "reporter") return mapValues((id) => ids.people?.get(id));
  return condition;
}

/**
 * Replaces the ids in the query of a view.
 * @returns null if the view refers to something without a new id.
 */
export function mapViewQuery(query: string, ids: ReferenceIds): string | null {
  try {
    const search = new URLSearchParams(query);
    if (unmappedParams.some((name) => search.has(name))) return null;
    for (const name of paramsWithFields) {
      const value = search.get(name);
      if (value !== null)
        search.set(
          name,
          value.replace(fieldKeys, (_, id: string) => projectFieldKey(requireId(ids.fields.get(Number(id))).id)),
        );
    }
    const { filter } = readBoardQuery(search);
    const { all, any } = conditionsOf(filter);
    const mapAll = (conditions: readonly Condition[]) => conditions.map((condition) => mapCondition(condition, ids));
    return viewQueryOf(writeBoardQuery(search, filterOf(filter.text, { all: mapAll(all), any: any.map(mapAll) })));
  } catch (error) {
    if (error instanceof UnmappedReference) return null;
    throw error;
  }
}
