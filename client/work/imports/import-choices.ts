import type { BoardImport } from "../../../shared/work/imports/imports.contract";

export type ColumnKind = BoardImport["columns"][number]["kind"];

/** The user's choices for the import of a board. */
export interface ImportChoices {
  title: string;
  /** Kinds by id of the list; lists without an entry keep the suggested kind. */
  kinds: ReadonlyMap<string, ColumnKind>;
  /** Users by id of the person; people without an entry stay names. */
  users: ReadonlyMap<string, number>;
  /** Project to update; null for a new one. */
  targetId: number | null;
}

/** Choices for a board that has just been read. The latest project that the user may update is preselected. */
export function initialChoices(board: BoardImport): ImportChoices {
  const targetId = board.earlier.find(({ can_update }) => can_update)?.id ?? null;
  return { title: board.title, kinds: new Map(), users: usersFor(board, targetId), targetId };
}

/** Users by person of the file: those chosen at the project's last import, otherwise the suggested ones. */
export function usersFor({ people, earlier }: BoardImport, projectId: number | null): Map<string, number> {
  const users = new Map(people.flatMap(({ id, user }) => (user ? [[id, user.id]] : [])));
  for (const { id, user_id } of earlier.find((project) => project.id === projectId)?.people ?? [])
    if (user_id === null) users.delete(id);
    else users.set(id, user_id);
  return users;
}

/** The choices after the same board was read with other columns or another text encoding. New people get suggestions. */
export function keepChoices(choices: ImportChoices, before: BoardImport, board: BoardImport): ImportChoices {
  const isOffered = board.earlier.some(({ id, can_update }) => can_update && id === choices.targetId);
  const targetId = isOffered ? choices.targetId : null;
  const users = usersFor(board, targetId);
  for (const { id } of before.people) {
    const userId = choices.users.get(id);
    if (userId === undefined) users.delete(id);
    else if (board.people.some((person) => person.id === id)) users.set(id, userId);
  }
  return {
    title: choices.title === before.title ? board.title : choices.title,
    kinds: new Map([...choices.kinds].filter(([id]) => board.columns.some((column) => column.id === id))),
    users,
    targetId,
  };
}
