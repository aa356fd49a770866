/** Highest size of a board's file in bytes. Some programs write all comments into it. */
export const maxBoardFileBytes = 25 * 1024 * 1024;

/** Reasons why something isn't imported. */
export const importLossCodes = [
  /** The source counts more comments than the file has. */
  "commentsMissing",
  /** Files whose content isn't in the file; their names and addresses are kept in the description. */
  "filesWithoutContent",
  /** A column or property that nothing reads. */
  "unread",
  /** A value that doesn't fit the field that it was imported as. */
  "unreadable",
  /** A kind of content in texts that has no equivalent; its text is kept. */
  "unknownContent",
  /** Links to cards that aren't in the file. */
  "linkOutside",
  /** Dependencies that would close a cycle. */
  "cycle",
  /** Tags, options, assignees and dependencies beyond the limits of a project. */
  "tooMany",
  /** Lists beyond the limit of a project; their cards are imported into the last column. */
  "tooManyLists",
  /** Cards named by a title that several cards have. */
  "ambiguousLink",
  "rowWithoutTitle",
  /** Steps that are done, of which the file only has the number. */
  "stepsUnknown",
  /** Texts, titles or lists beyond the limits of this product. */
  "shortened",
  /** Files that the ZIP names and doesn't contain. */
  "fileMissing",
  /** Files whose type or size isn't accepted. */
  "fileRefused",
  /** A budget in a currency that isn't the organization's. */
  "otherCurrency",
  /** Views that name people without a user. */
  "viewOfOthers",
  /** Views, task templates and series of a board that updates its project. */
  "partsOfUpdate",
] as const;
export type ImportLossCode = (typeof importLossCodes)[number];

/** Fields of a task that an update compares; `field` is a field of the project. */
export const importConflictFields = [
  "title",
  "description",
  "column_id",
  "priority",
  "start_day",
  "due_day",
  "estimate_minutes",
  "archived",
  "user_ids",
  "tag_ids",
  "subtasks",
  "field",
] as const;

/** Part of a card in a column of a table. `field` becomes a field of the project; `ignored` has nothing that users would miss. */
export const cardRoles = [
  "id",
  "key",
  "title",
  "description",
  "column",
  "completed",
  "archived",
  "priority",
  "assignee",
  "assigneeId",
  "assigneeEmail",
  "reporter",
  "reporterId",
  "created",
  "start",
  "due",
  "tags",
  "estimateSeconds",
  "estimateHours",
  /** Order of the cards of a list, by number. */
  "position",
  "parent",
  "parentTitle",
  "comment",
  "attachment",
  "blocks",
  "blockedBy",
  "link",
  "steps",
  "stepsDone",
  "field",
  "ignored",
] as const;
export type CardRole = (typeof cardRoles)[number];
