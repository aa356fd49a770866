import { groupBy } from "../../../../shared/kernel/group-by";
import { escapeAttribute, escapeText } from "../../../platform/rich-text/escape";
import type { FieldKind } from "../../../../shared/work/fields/fields.schema";
import {
  type ImportedBoard,
  type ImportedCard,
  type ImportedComment,
  type ImportedField,
  type ImportedFile,
  type ImportedSubtask,
  type ImportedValue,
  LossCounter,
  maxFilesPerCard,
} from "../imported-board";
import { instantOf, isRecord, numberOf, recordsOf, textOf, textsOf } from "../json";
import { type ListChange, movesOfChanges } from "../list-changes";
import { htmlOfMarkdown } from "../markdown";
import { columnKindOf } from "../column-kinds";
import { toneAt, toneOf } from "../tones";
import type { TrelloFiles } from "./trello-files";

type Json = Record<string, unknown>;

/** Whether the content is the export of a board from Trello. */
export const isTrelloBoard = (content: unknown): content is Json =>
  isRecord(content) && Array.isArray(content.lists) && Array.isArray(content.cards) && !isRecord(content.included);

/**
 * Reads a board exported from Trello as JSON. Lists and cards are closed separately: an open card in a closed list counts as archived. At
 * most 1,000 actions are in such a file, so older comments are missing; their number is known from the cards.
 * @param archive the attachments, if the file is in the export of a workspace
 */
export function readTrelloBoard(content: Json, archive: TrelloFiles | null = null): ImportedBoard {
  const losses = new LossCounter();
  const columns = byPosition(recordsOf(content.lists)).flatMap(({ id, name, closed }) => {
    const [columnId, title] = [textOf(id), textOf(name)];
    return columnId
      ? [{ id: columnId, title: title ?? "–", isClosed: closed === true, kind: columnKindOf(title ?? "") }]
      : [];
  });
  const fields = recordsOf(content.customFields).flatMap(readField);
  const stepsOfCard = groupChecklists(recordsOf(content.checklists));
  const commentsOfCard = groupComments(recordsOf(content.actions));
  const listChangesOfCard = groupListChanges(recordsOf(content.actions));
  const columnById = new Map(columns.map((column) => [column.id, column]));
  const cards = byPosition(recordsOf(content.cards)).flatMap((card): ImportedCard[] => {
    const [id, title, columnId] = [textOf(card.id), textOf(card.name), textOf(card.idList)];
    const column = columnById.get(columnId ?? "");
    if (!id || !column) return [];
    const comments = commentsOfCard.get(id) ?? [];
    const counted = isRecord(card.badges) ? (numberOf(card.badges.comments) ?? 0) : 0;
    losses.add("commentsMissing", null, counted - comments.length);
    const number = textOf(card.idShort);
    const files = filesOf(card, id, archive);
    return [
      {
        id,
        key: number && `#${number}`,
        title: title ?? number ?? "–",
        description: describe(card, files, archive, losses),
        columnId: column.id,
        isArchived: card.closed === true || column.isClosed,
        priority: "medium",
        startDay: instantOf(card.start),
        dueDay: instantOf(card.due),
        estimateMinutes: null,
        tagIds: textsOf(card.idLabels),
        personIds: textsOf(card.idMembers),
        reporterId: null,
        createdAt: createdAtOf(id),
        moves: movesOfChanges(listChangesOfCard.get(id) ?? [], createdAtOf(id)),
        completedAt: card.dueComplete === true ? instantOf(card.dateLastActivity) : null,
        subtasks: stepsOfCard.get(id) ?? [],
        comments,
        values: readValues(recordsOf(card.customFieldItems), fields, losses),
        blockerIds: [],
        files: files.map(({ file }) => file),
      },
    ];
  });
  return {
    source: "trello",
    sourceId: textOf(content.id),
    title: textOf(content.name) ?? "Trello",
    columns,
    tags: recordsOf(content.labels).flatMap(({ id, name, color }) => {
      const tagId = textOf(id);
      // A label without a name is known by its colour.
      return tagId
        ? [{ id: tagId, name: textOf(name) ?? textOf(color)?.split("_")[0] ?? "–", color: toneOf(textOf(color)) }]
        : [];
    }),
    people: peopleOf(content),
    fields,
    cards,
    losses: losses.list(),
  };
}

const byPosition = (records: readonly Json[]): Json[] =>
  records.toSorted((a, b) => (numberOf(a.pos) ?? 0) - (numberOf(b.pos) ?? 0));

/** Members of the board, and writers of comments who have left it. */
function peopleOf(content: Json): ImportedBoard["people"] {
  const writers = recordsOf(content.actions).flatMap(({ memberCreator }) =>
    isRecord(memberCreator) ? [memberCreator] : [],
  );
  const people = new Map<string, string>();
  for (const { id, fullName, username } of [...recordsOf(content.members), ...writers]) {
    const personId = textOf(id);
    if (personId && !people.has(personId)) people.set(personId, textOf(fullName) ?? textOf(username) ?? personId);
  }
  return [...people].map(([id, name]) => ({ id, name, email: null }));
}

const kinds: Record<string, FieldKind> = {
  text: "text",
  number: "number",
  date: "day",
  checkbox: "flag",
  list: "choice",
};

function readField({ id, name, type, options }: Json): ImportedField[] {
  const fieldId = textOf(id);
  const kind = Object.hasOwn(kinds, String(type)) ? kinds[String(type)] : undefined;
  if (!fieldId || !kind) return [];
  return [
    {
      id: fieldId,
      title: textOf(name) ?? "–",
      kind,
      options: recordsOf(options).flatMap((option, at) => {
        const [optionId, title] = [textOf(option.id), isRecord(option.value) ? textOf(option.value.text) : null];
        return optionId && title
          ? [{ id: optionId, title, color: option.color ? toneOf(textOf(option.color)) : toneAt(at) }]
          : [];
      }),
    },
  ];
}

/** Numbers, dates and check boxes are texts in an object; the option of a list is named beside it. */
function readValues(
  items: readonly Json[],
  fields: readonly ImportedField[],
  losses: LossCounter,
): ImportedCard["values"] {
  const values = new Map<string, ImportedValue>();
  for (const { idCustomField, idValue, value } of items) {
    const field = fields.find(({ id }) => id === idCustomField);
    if (!field) continue;
    const content: Json = isRecord(value) ? value : {};
    const read = readValue(field, textOf(idValue), content);
    if (read !== null) values.set(field.id, read);
    else losses.add("unreadable", field.title);
  }
  return values;
}

function readValue({ kind, options }: ImportedField, optionId: string | null, value: Json): ImportedValue | null {
  if (kind === "choice") return options.some(({ id }) => id === optionId) ? optionId : null;
  if (kind === "number") return numberOf(value.number);
  if (kind === "day") return instantOf(value.date);
  if (kind === "flag") return value.checked === undefined ? null : value.checked === "true" || value.checked === true;
  return textOf(value.text);
}

/** The steps of all checklists of a card; with several checklists each step begins with the name of its own. */
function groupChecklists(checklists: readonly Json[]): Map<string, ImportedSubtask[]> {
  const listsOfCard = groupBy(byPosition(checklists), ({ idCard }) => textOf(idCard) ?? "");
  return new Map(
    [...listsOfCard].map(([cardId, lists]) => [cardId, lists.flatMap((list) => stepsOf(list, lists.length > 1))]),
  );
}

function stepsOf({ name, checkItems }: Json, isNamed: boolean): ImportedSubtask[] {
  const listName = textOf(name);
  const prefix = isNamed && listName ? `${listName}: ` : "";
  return byPosition(recordsOf(checkItems)).flatMap((item): ImportedSubtask[] => {
    const title = textOf(item.name);
    if (!title) return [];
    const isCompleted = item.state === "complete";
    return [{ name: `${prefix}${title}`, isCompleted, dueDay: instantOf(item.due), personId: textOf(item.idMember) }];
  });
}

/** Oldest first; the file has the newest first. */
function groupComments(actions: readonly Json[]): Map<string, ImportedComment[]> {
  const commentsOfCard = new Map<string, ImportedComment[]>();
  for (const { id, type, date, data, memberCreator, idMemberCreator } of actions.toReversed()) {
    if (type !== "commentCard" && type !== "copyCommentCard") continue;
    const [cardId, text] =
      isRecord(data) && isRecord(data.card) ? [textOf(data.card.id), textOf(data.text)] : [null, null];
    if (!cardId || !text) continue;
    const personId = (isRecord(memberCreator) ? textOf(memberCreator.id) : null) ?? textOf(idMemberCreator);
    const comment = { id: textOf(id), personId, at: instantOf(date), body: htmlOfMarkdown(text) };
    const comments = commentsOfCard.get(cardId);
    if (comments) comments.push(comment);
    else commentsOfCard.set(cardId, [comment]);
  }
  return commentsOfCard;
}

/** Changes of the list by card; older ones are missing if the file has too many actions. */
function groupListChanges(actions: readonly Json[]): Map<string, ListChange[]> {
  const changes = actions.flatMap(({ type, date, data }) => {
    if (type !== "updateCard" || !isRecord(data) || !isRecord(data.card)) return [];
    const [cardId, at] = [textOf(data.card.id), instantOf(date)];
    const [before, after] = [data.listBefore, data.listAfter].map((list) => (isRecord(list) ? textOf(list.id) : null));
    return cardId && at && before && after ? [{ cardId, at, before, after }] : [];
  });
  return groupBy(changes, ({ cardId }) => cardId);
}

interface FoundFile {
  attachment: Json;
  file: ImportedFile;
}

/** The attachments of a card whose content is in the archive. */
function filesOf(card: Json, cardId: string, archive: TrelloFiles | null): FoundFile[] {
  if (!archive) return [];
  const coverId = (isRecord(card.cover) ? textOf(card.cover.idAttachment) : null) ?? textOf(card.idAttachmentCover);
  const found = recordsOf(card.attachments).flatMap((attachment): FoundFile[] => {
    const path = attachment.isUpload === true ? archive.find(attachment, cardId) : null;
    if (path === null) return [];
    const name = textOf(attachment.fileName) ?? path.slice(path.lastIndexOf("/") + 1);
    const id = textOf(attachment.id);
    const file: ImportedFile = {
      id: id ?? path,
      path,
      name,
      title: textOf(attachment.name) ?? name,
      at: instantOf(attachment.date) ?? createdAtOf(id ?? "") ?? createdAtOf(cardId) ?? new Date(0).toISOString(),
      personId: textOf(attachment.idMember),
      isCover: id !== null && id === coverId,
    };
    return [{ attachment, file }];
  });
  return found.slice(0, maxFilesPerCard);
}

/** Files that aren't in an archive need a sign-in at Trello, so their names and addresses are listed below the description, like the links. */
function describe(
  card: Json,
  files: readonly FoundFile[],
  archive: TrelloFiles | null,
  losses: LossCounter,
): string | null {
  const imported = new Set(files.map(({ attachment }) => attachment));
  const attachments = recordsOf(card.attachments).filter((attachment) => !imported.has(attachment));
  const reason = archive && !archive.isEmpty ? "fileMissing" : "filesWithoutContent";
  losses.add(reason, null, attachments.filter(({ isUpload }) => isUpload === true).length);
  const links = attachments.flatMap(({ name, url }) => {
    const address = textOf(url);
    return address ? [`<li><a href="${escapeAttribute(address)}">${escapeText(textOf(name) ?? address)}</a></li>`] : [];
  });
  const text = textOf(card.desc);
  const html = (text ? htmlOfMarkdown(text) : "") + (links.length > 0 ? `<ul>${links.join("")}</ul>` : "");
  return html || null;
}

/** Ids of Trello begin with the second of creation, in hexadecimal digits. */
function createdAtOf(id: string): string | null {
  if (!/^[0-9a-f]{24}$/.test(id)) return null;
  return new Date(Number.parseInt(id.slice(0, 8), 16) * 1000).toISOString();
}
