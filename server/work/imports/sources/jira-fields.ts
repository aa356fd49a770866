import { groupBy } from "../../../../shared/kernel/group-by";
import { maxFieldsPerProject } from "../../../../shared/work/fields/fields.schema";
import { plainTextOfDocument } from "../document-format";
import type { ImportedField, ImportedValue, LossCounter } from "../imported-board";
import { isRecord, textOf } from "../json";
import { type FieldColumn, readFields } from "./table-fields";

type Json = Record<string, unknown>;

/** Fields of Jira that become fields of the project, with their titles in Jira's tables. */
const systemFields: Readonly<Record<string, string>> = {
  issuetype: "Issue Type",
  fixVersions: "Fix versions",
  versions: "Affects versions",
  resolution: "Resolution",
  resolutiondate: "Resolved",
  environment: "Environment",
};

/** Titles of Jira's own fields, for answers without `names`. Other fields are called by their ids then. */
const knownTitles: Readonly<Record<string, string>> = {
  customfield_10016: "Story point estimate",
  customfield_10020: "Sprint",
};

/** Kinds of Jira's own fields for its screens, which hold nothing that people have entered. */
const internalKinds = /:(?:gh-lexo-rank|devsummarycf|gh-global-rank|vulnerabilitycf|jsw-development|chart-)/;
/** A position on a board of Jira, such as `0|i0000f:`. */
const rankText = /^\d\|[a-z0-9]*:/;

/** Names and kinds of the custom fields, which the search returns with `expand=names,schema`. */
export interface IssueFieldInfo {
  names: Json;
  schema: Json;
}

/** Jira's field for the epic of an issue: its kind if the answer has kinds, else the id that it has in Jira Cloud. */
export const isEpicLink = (id: string, { schema }: IssueFieldInfo): boolean =>
  id === "customfield_10014" || kindOf(schema[id]).endsWith(":gh-epic-link");

/**
 * Reads versions, sprints, story points and custom fields like the columns of a table. The fields `readIds` have another place.
 * @returns the fields of the project and their values per issue, in the order of the issues.
 */
export function readIssueFields(
  issues: readonly Json[],
  info: IssueFieldInfo,
  readIds: ReadonlySet<string>,
  losses: LossCounter,
): { fields: ImportedField[]; values: Map<string, ImportedValue>[] } {
  const valuesById = issues.map(({ fields }) => fields as Json);
  const ids = [...new Set(valuesById.flatMap((values) => Object.keys(values)))].filter(
    (id) => !readIds.has(id) && (id in systemFields || isCustom(id, info)),
  );
  const titleOf = (id: string) => systemFields[id] ?? textOf(info.names[id]) ?? knownTitles[id] ?? id;
  // Numbers aren't read as texts, whose decimal sign would be a guess.
  const isNumeric = (id: string) => valuesById.every(({ [id]: value }) => typeof (value ?? 0) === "number");
  const numbers = groupBy(ids.filter(isNumeric), titleOf);
  const words = columnsOf(
    ids.filter((id) => !isNumeric(id)),
    valuesById,
    titleOf,
  );
  const numberFields = [...numbers].flatMap(([title, idsOfTitle]): (ImportedField & { ids: readonly string[] })[] => {
    const isFilled = valuesById.some((values) => idsOfTitle.some((id) => typeof values[id] === "number"));
    return isFilled ? [{ id: `number:${title}`, title, kind: "number", options: [], ids: idsOfTitle }] : [];
  });
  const read = readFields(words.columns, words.rows, losses, maxFieldsPerProject - numberFields.length);
  const numbersOf = (values: Json) =>
    numberFields.flatMap(({ id, ids: idsOfField }): [string, number][] => {
      const value = idsOfField.map((each) => values[each]).find((each) => typeof each === "number");
      return value === undefined ? [] : [[id, value]];
    });
  return {
    fields: [...numberFields.map(({ ids: _, ...field }) => field), ...read.fields],
    values: valuesById.map((values, row) => new Map([...numbersOf(values), ...read.valuesOfRow(row)])),
  };
}

/** A column for each value, as in Jira's tables: an issue with three versions has three columns of that title. */
function columnsOf(
  ids: readonly string[],
  valuesById: readonly Json[],
  titleOf: (id: string) => string,
): { columns: FieldColumn[]; rows: string[][] } {
  const columns: FieldColumn[] = [];
  const rows: string[][] = valuesById.map(() => []);
  for (const id of ids) {
    const cells = valuesById.map((values) => cellsOfValue(values[id]));
    const width = cells.reduce((most, { length }) => Math.max(most, length), 0);
    for (let place = 0; place < width; place++) {
      columns.push({ at: columns.length, title: titleOf(id) });
      rows.forEach((row, at) => row.push(cells[at]?.[place] ?? ""));
    }
  }
  return { columns, rows };
}

const isCustom = (id: string, { schema }: IssueFieldInfo): boolean =>
  id.startsWith("customfield_") && !internalKinds.test(kindOf(schema[id]));

const kindOf = (schema: unknown): string => (isRecord(schema) && textOf(schema.custom)) || "";

/** The values of a field as texts: an option by its value, a person or version by its name, a text with marks without them. */
function cellsOfValue(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(cellsOfValue);
  if (typeof value === "boolean") return [value ? "true" : "false"];
  if (!isRecord(value)) {
    const text = textOf(value)?.trim();
    return text === undefined || rankText.test(text) || text === "{}" ? [] : [sprintName(text)];
  }
  if (value.type === "doc") return [plainTextOfDocument(value)].filter((text) => text !== "");
  const name = textOf(value.value) ?? textOf(value.displayName) ?? textOf(value.name) ?? textOf(value.key);
  if (name === null) return [];
  // A cascading choice has its second level in `child`.
  const [child] = cellsOfValue(value.child);
  return [child === undefined ? name : `${name} / ${child}`];
}

/** Older versions of Jira write a sprint as `com.atlassian.greenhopper…[id=1,name=Sprint 1,…]`. */
const sprintName = (text: string): string =>
  /^com\.atlassian\.greenhopper\.[^[]*\[.*?\bname=(?<name>.*?),(?:goal|startDate)=/.exec(text)?.groups?.name ?? text;
