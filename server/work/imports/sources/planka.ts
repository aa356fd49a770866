import { groupBy } from "../../../../shared/kernel/group-by";
import { plankaDocumentFormat } from "../../../../shared/work/imports/planka-document";
import { escapeAttribute, escapeText } from "../../../platform/rich-text/escape";
import { columnKindOf } from "../column-kinds";
import {
  type ImportedBoard,
  type ImportedCard,
  type ImportedColumn,
  type ImportedComment,
  type ImportedSubtask,
  LossCounter,
} from "../imported-board";
import { instantOf, isRecord, numberOf, recordsOf, textOf } from "../json";
import { htmlOfMarkdown } from "../markdown";
import { toneOfWords } from "../tones";
import { readFields } from "./table-fields";

type Json = Record<string, unknown>;

/** Whether the content is the document that the server makes of a board of Planka. */
export const isPlankaBoard = (content: unknown): content is Json =>
  isRecord(content) && content.format === plankaDocumentFormat && isRecord(content.board);

/** Reads a board of Planka 2 from the answers of its API. */
export const readPlankaBoard = (content: Json): ImportedBoard => new PlankaReader(content).read();

class PlankaReader {
  private readonly losses = new LossCounter();
  private readonly item: Json;
  private readonly lists: readonly Json[];
  private readonly cards: readonly Json[];
  private readonly columnIds: ReadonlySet<string>;

  constructor(private readonly content: Json) {
    const board = content.board as Json;
    this.item = isRecord(board.item) ? board.item : {};
    this.lists = byPosition(this.included("lists")).filter(({ type }) => type === "active" || type === "closed");
    this.columnIds = new Set(this.lists.flatMap(({ id }) => textOf(id) ?? []));
    const archived = recordsOf(content.archive).flatMap(({ items }) => recordsOf(items));
    this.cards = uniqueById([...byPosition(this.included("cards")), ...archived]);
  }

  /** Records of one kind in all answers. */
  private included(kind: string): Json[] {
    const answers = [
      this.content.board,
      this.content.project,
      ...recordsOf(this.content.archive),
      ...recordsOf(this.content.comments),
    ];
    return answers.flatMap((answer) =>
      isRecord(answer) && isRecord(answer.included) ? recordsOf(answer.included[kind]) : [],
    );
  }

  read(): ImportedBoard {
    const read = this.fields();
    const tagsOfCard = groupTexts(this.included("cardLabels"), "labelId");
    const membersOfCard = groupTexts(this.included("cardMemberships"), "userId");
    const stepsOfCard = this.steps();
    const commentsOfCard = this.comments();
    const filesOfCard = groupBy(uniqueById(this.included("attachments")), ({ cardId }) => textOf(cardId) ?? "");
    const archiveId = textOf(this.included("lists").find(({ type }) => type === "archive")?.id);
    const cards = this.cards.flatMap((card, row): ImportedCard[] => {
      const [id, listId, previousId] = [textOf(card.id), textOf(card.listId), textOf(card.prevListId)];
      const isArchived = listId !== null && listId === archiveId;
      const columnId = isArchived
        ? previousId !== null && this.columnIds.has(previousId)
          ? previousId
          : archiveId
        : listId;
      // Cards in the bin have a list that isn't a column.
      if (!id || !columnId || !(isArchived || this.columnIds.has(columnId))) return [];
      const comments = commentsOfCard.get(id) ?? [];
      this.losses.add("commentsMissing", null, (numberOf(card.commentsTotal) ?? 0) - comments.length);
      this.losses.add("unread", "stopwatch", isRecord(card.stopwatch) ? 1 : 0);
      return [
        {
          id,
          key: null,
          title: textOf(card.name) ?? "–",
          description: this.describe(card, filesOfCard.get(id) ?? []),
          columnId,
          isArchived,
          priority: "medium",
          startDay: instantOf(card.startDate),
          dueDay: instantOf(card.dueDate),
          estimateMinutes: null,
          tagIds: tagsOfCard.get(id) ?? [],
          personIds: membersOfCard.get(id) ?? [],
          reporterId: textOf(card.creatorUserId),
          createdAt: instantOf(card.createdAt),
          completedAt: instantOf(card.listChangedAt),
          subtasks: stepsOfCard.get(id) ?? [],
          comments,
          values: read.valuesOfRow(row),
          blockerIds: [],
        },
      ];
    });
    return {
      source: "planka",
      sourceId: textOf(this.item.id),
      title: textOf(this.item.name) ?? "Planka",
      columns: this.columns(archiveId),
      tags: uniqueById(this.included("labels")).flatMap(({ id, name, color }) => {
        const [tagId, colorName] = [textOf(id), textOf(color)];
        return tagId
          ? [{ id: tagId, name: textOf(name) ?? colorName?.replaceAll("-", " ") ?? "–", color: toneOfWords(colorName) }]
          : [];
      }),
      people: uniqueById(this.included("users")).flatMap(({ id, name, username, email }) => {
        const personId = textOf(id);
        return personId
          ? [{ id: personId, name: textOf(name) ?? textOf(username) ?? personId, email: textOf(email) }]
          : [];
      }),
      fields: read.fields,
      cards,
      losses: this.losses.list(),
    };
  }

  private columns(archiveId: string | null): ImportedColumn[] {
    const columns = this.lists.flatMap(({ id, name, type, color }): ImportedColumn[] => {
      const [columnId, title] = [textOf(id), textOf(name) ?? "–"];
      if (!columnId) return [];
      const kind = type === "closed" ? "done" : columnKindOf(title);
      return [{ id: columnId, title, kind, isClosed: false, color: textOf(color) ? toneOfWords(textOf(color)) : null }];
    });
    return archiveId ? [...columns, { id: archiveId, title: "–", kind: "todo", isClosed: true }] : columns;
  }

  /** Fields have texts as values. Those of a group that several cards define separately are one field. */
  private fields() {
    const fields = uniqueById(this.included("customFields"));
    const titleOfField = new Map(fields.map(({ id, name }) => [textOf(id), textOf(name) ?? "–"]));
    const titles = [...new Set(titleOfField.values())];
    const placeOfTitle = new Map(titles.map((title, at) => [title, at]));
    const rowOfCard = new Map(this.cards.map(({ id }, row) => [textOf(id), row]));
    const rows = this.cards.map(() => titles.map(() => ""));
    for (const { cardId, customFieldId, content } of this.included("customFieldValues")) {
      const row = rows[rowOfCard.get(textOf(cardId)) ?? -1];
      const place = placeOfTitle.get(titleOfField.get(textOf(customFieldId)) ?? "");
      if (row && place !== undefined) row[place] = textOf(content) ?? "";
      else this.losses.add("unreadable");
    }
    return readFields(
      titles.map((title, at) => ({ at, title })),
      rows,
      this.losses,
    );
  }

  /** With several lists of tasks on a card, each step begins with the name of its own. */
  private steps(): ReadonlyMap<string, ImportedSubtask[]> {
    const tasksOfList = groupBy(
      byPosition(uniqueById(this.included("tasks"))),
      ({ taskListId }) => textOf(taskListId) ?? "",
    );
    const listsOfCard = groupBy(
      byPosition(uniqueById(this.included("taskLists"))),
      ({ cardId }) => textOf(cardId) ?? "",
    );
    const stepsOf = (list: Json, isNamed: boolean) =>
      (tasksOfList.get(textOf(list.id) ?? "") ?? []).flatMap((task): ImportedSubtask[] => {
        const [title, listName] = [textOf(task.name), textOf(list.name)];
        if (!title) return [];
        return [
          {
            name: isNamed && listName ? `${listName}: ${title}` : title,
            isCompleted: task.isCompleted === true,
            dueDay: null,
            personId: textOf(task.assigneeUserId),
          },
        ];
      });
    return new Map(
      [...listsOfCard].map(([cardId, lists]) => [cardId, lists.flatMap((list) => stepsOf(list, lists.length > 1))]),
    );
  }

  private comments(): ReadonlyMap<string, ImportedComment[]> {
    const all = uniqueById(recordsOf(this.content.comments).flatMap(({ items }) => recordsOf(items)));
    const commentsOfCard = groupBy(all, ({ cardId }) => textOf(cardId) ?? "");
    const read = ({ id, userId, text, createdAt }: Json): ImportedComment[] => {
      const body = textOf(text);
      return body
        ? [{ id: textOf(id), personId: textOf(userId), at: instantOf(createdAt), body: htmlOfText(body) }]
        : [];
    };
    const oldestFirst = (comments: readonly ImportedComment[]) =>
      comments.toSorted((a, b) => (a.at ?? "").localeCompare(b.at ?? ""));
    return new Map([...commentsOfCard].map(([cardId, comments]) => [cardId, oldestFirst(comments.flatMap(read))]));
  }

  /** Files need a sign-in at Planka, so their names and addresses are listed below the description, like the links. */
  private describe(card: Json, attachments: readonly Json[]): string | null {
    this.losses.add("filesWithoutContent", null, attachments.filter(({ type }) => type === "file").length);
    const items = attachments.map(({ name, data }) => {
      const address = isRecord(data) ? textOf(data.url) : null;
      const title = textOf(name) ?? address ?? "–";
      return address && /^https?:/i.test(address)
        ? `<li><a href="${escapeAttribute(address)}">${escapeText(title)}</a></li>`
        : `<li>${escapeText(title)}</li>`;
    });
    const text = textOf(card.description);
    return (text ? htmlOfText(text) : "") + (items.length > 0 ? `<ul>${items.join("")}</ul>` : "") || null;
  }
}

/** Mentions such as `@[Noor](2)` become names. */
const htmlOfText = (text: string): string => htmlOfMarkdown(text.replace(/@\[([^\]\n]{1,200})\]\(\d+\)/g, "@$1"));

const byPosition = (records: readonly Json[]): Json[] =>
  records.toSorted((a, b) => (numberOf(a.position) ?? 0) - (numberOf(b.position) ?? 0));

const uniqueById = (records: readonly Json[]): Json[] => [
  ...new Map(records.map((record) => [textOf(record.id), record])).values(),
];

/** Texts of a property by card. */
function groupTexts(records: readonly Json[], property: string): ReadonlyMap<string, string[]> {
  const recordsOfCard = groupBy(records, ({ cardId }) => textOf(cardId) ?? "");
  return new Map(
    [...recordsOfCard].map(([cardId, list]) => [
      cardId,
      [...new Set(list.flatMap((record) => textOf(record[property]) ?? []))],
    ]),
  );
}
