import type { ColorTone } from "../../../shared/kernel/fields";
import { Problem } from "../../../shared/kernel/problems";
import { maxFieldsPerProject, maxOptions } from "../../../shared/work/fields/fields.schema";
import type { ProjectField } from "../../../shared/work/fields/fields.contract";
import type { ColumnKind } from "../../../shared/work/tasks/tasks.schema";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import type { Translate } from "../../platform/text";
import { fieldsOfProject, updateField } from "../fields/fields.service";
import { maxTags } from "../projects/tags.limits";
import { maxColumns } from "../tasks/columns.limits";
import { createColumn } from "../tasks/columns.service";
import type { BoardTargets, TargetField } from "./card-values";
import type { ImportedBoard, ImportedField, LossCounter } from "./imported-board";
import type { RecordIds } from "./imported-records";
import * as statements from "./imports.sql";
import { readMentionNames } from "./mentions";
import * as updateStatements from "./update.sql";
import { createBoardField, distinctOptions, optionIdsOf, uniqueTitle } from "./write-fields";

interface ColumnRow {
  id: number;
  title: string;
  kind: ColumnKind;
}

export interface UpdateTargets extends BoardTargets {
  existingTagIds: ReadonlySet<number>;
}

interface TargetsInput {
  projectId: number;
  board: ImportedBoard;
  recordIds: RecordIds;
  users: ReadonlyMap<string, number>;
  text: Translate;
  losses: LossCounter;
}

const isSameTitle = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

/**
 * The project's records for those of the board: those of the last import, otherwise those with the same name, otherwise new ones. Records that
 * were deleted here aren't created again.
 */
export async function resolveTargets(tx: Tx, actor: Actor, input: TargetsInput): Promise<UpdateTargets> {
  const { board, users } = input;
  const columns = await resolveColumns(tx, actor, input);
  const tags = await resolveTags(tx, input);
  return {
    ...columns,
    ...tags,
    fields: await resolveFields(tx, actor, input, columns.columnIds),
    users,
    mentions: board.source === "workplace" ? await readMentionNames(tx, users) : null,
  };
}

async function resolveColumns(tx: Tx, actor: Actor, { projectId, board, recordIds, text, losses }: TargetsInput) {
  const columns = await tx.rows<ColumnRow>(statements.selectColumns, [projectId]);
  const lastIds = new Map(Object.entries(recordIds.columns));
  const columnIds = new Map<string, number>();
  for (const list of board.columns) {
    const lastId = lastIds.get(list.id);
    const title = list.title || text(`project.column.${list.kind}`);
    const existing =
      columns.find(({ id }) => id === lastId) ?? columns.find((column) => isSameTitle(column.title, title));
    const isNew = existing === undefined && lastId === undefined && !list.isClosed;
    const isBeyondLimit = isNew && columns.length >= maxColumns;
    if (isBeyondLimit) losses.add("tooManyLists");
    const substitute =
      list.isClosed || isBeyondLimit
        ? columns.at(-1)
        : isNew
          ? undefined
          : (columns.find(({ kind }) => kind === list.kind) ?? columns[0]);
    const column = existing ?? substitute ?? (await addColumn(tx, actor, { projectId, title, kind: list.kind }));
    if (!columns.includes(column)) columns.push(column);
    columnIds.set(list.id, column.id);
  }
  return {
    columnIds,
    columnKinds: new Map(columns.map(({ id, kind }) => [id, kind])),
  };
}

async function addColumn(
  tx: Tx,
  actor: Actor,
  { projectId, title, kind }: { projectId: number; title: string; kind: ColumnKind },
): Promise<ColumnRow> {
  const { id } = await createColumn(tx, actor, { project_id: projectId, title, kind });
  return { id, title, kind };
}

async function resolveTags(tx: Tx, { projectId, board, recordIds, losses }: TargetsInput) {
  const lastIds = new Map(Object.entries(recordIds.tags));
  const names = board.tags.map(({ name }) => name);
  const rows = await tx.rows<{ id: number; place: number | null }>(updateStatements.selectTags, [projectId, names]);
  const existingTagIds = new Set(rows.map(({ id }) => id));
  const tagIds = new Map<string, number>();
  const unknownTags = board.tags.filter(({ id }, at) => {
    const lastId = lastIds.get(id);
    const tagId = lastId ?? rows.find(({ place }) => place === at + 1)?.id;
    if (tagId !== undefined && existingTagIds.has(tagId)) tagIds.set(id, tagId);
    return tagId === undefined;
  });
  const newTags = unknownTags.slice(0, Math.max(0, maxTags - existingTagIds.size));
  losses.add("tooMany", null, unknownTags.length - newTags.length);
  if (newTags.length > 0) {
    const insertedTags = await tx.rows<{ id: number }>(statements.insertTags, [
      projectId,
      newTags.map(({ name }) => name),
      newTags.map(({ color }) => color),
    ]);
    newTags.forEach(({ id }, at) => {
      const tagId = insertedTags[at]?.id as number;
      tagIds.set(id, tagId);
      existingTagIds.add(tagId);
    });
  }
  return { tagIds, existingTagIds };
}

async function resolveFields(
  tx: Tx,
  actor: Actor,
  { projectId, board, recordIds, text, losses }: TargetsInput,
  columnIds: ReadonlyMap<string, number>,
): Promise<Map<string, TargetField>> {
  const lastFields = new Map(Object.entries(recordIds.fields));
  const existing = await fieldsOfProject(tx, projectId);
  const titles = new Set(existing.map(({ title }) => title.toLowerCase()));
  const fields = new Map<string, TargetField>();
  for (const field of board.fields) {
    const last = lastFields.get(field.id);
    const title = field.title || text("projectImport.parent");
    const own = existing.find((other) => (last ? other.id === last.id : isSameTitle(other.title, title)));
    if (own?.kind === field.kind)
      fields.set(field.id, await resolveOptions(tx, actor, { projectId, field, own, last, losses }));
    else if (own) losses.add("unreadable", title);
    else if (!last && titles.size >= maxFieldsPerProject) losses.add("unread", title);
    else if (!last) {
      const unique = uniqueTitle(title, titles);
      const created = await createBoardField(tx, actor, board, field, { projectId, title: unique, columnIds });
      if (created) fields.set(field.id, created);
    }
  }
  return fields;
}

interface OptionsInput {
  projectId: number;
  field: ImportedField;
  own: ProjectField;
  last: RecordIds["fields"][string] | undefined;
  losses: LossCounter;
}

/** Adds the options that the file has new, as many as the field may have. If the caller may not change the field, their values are left out. */
async function resolveOptions(
  tx: Tx,
  actor: Actor,
  { projectId, field, own, last, losses }: OptionsInput,
): Promise<TargetField> {
  const lastIds = new Map(Object.entries(last?.options ?? {}));
  const isOption = (id: number) => own.options.some((option) => option.id === id);
  const idsOf = (project: ProjectField) =>
    new Map([...optionIdsOf(field, project.options), ...[...lastIds].filter(([, id]) => isOption(id))]);
  const choosableOptions = own.options.filter(({ deleted }) => !deleted);
  const unknownOptions = distinctOptions(
    field.options.filter(({ id, isDeleted }) => !isDeleted && !lastIds.has(id) && !idsOf(own).has(id)),
  );
  const newOptions = unknownOptions.slice(0, Math.max(0, maxOptions - choosableOptions.length));
  losses.add("tooMany", field.title, unknownOptions.length - newOptions.length);
  let rules = own;
  if (newOptions.length > 0) {
    const options = [
      ...choosableOptions.map(({ id, title, color }) => ({ id, title, color: color as ColorTone })),
      ...newOptions.map(({ title, color }) => ({ title, color })),
    ];
    try {
      rules = await updateField(tx, actor, projectId, own.id, { version: own.version, options });
    } catch (error) {
      // Refused before anything was written.
      if (!(error instanceof Problem)) throw error;
    }
  }
  return { id: own.id, kind: own.kind, optionIds: idsOf(rules), rules };
}
