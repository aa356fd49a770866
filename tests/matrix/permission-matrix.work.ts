import { multipart } from "../support/multipart";
import { png } from "../support/sample-files";
import type { World } from "../support/world";
import { newBoard, requireOk } from "../work/tasks/board";
import type { Permissions, MatrixRecord, MatrixSubject } from "./permission-matrix";

export async function taskSubject(world: World): Promise<MatrixSubject> {
  const admin = world.api(world.admin);
  const board = await newBoard(world, { cards: [0, 0, 0] });
  const put_away = await newBoard(world, { cards: [0, 0, 0] });
  const createTask = (on: typeof board) => async (): Promise<MatrixRecord> => {
    const { id } = await on.add(on.columns[0]);
    return { id, url: `/task/${id}`, more: { project: on.id, columns: on.columns } };
  };
  const column = ({ more }: MatrixRecord, at: number) => (more.columns as number[])[at];
  return {
    readers: {
      owner: board.owner,
      member: board.member,
      admin,
      stranger: board.stranger,
      external: world.api(world.external),
    },
    states: {
      open: createTask(board),
      archived: async () => {
        const record = await createTask(board)();
        requireOk(await board.owner.put(`${record.url}/archive`));
        return record;
      },
      in_an_archived_project: async () => {
        requireOk(await put_away.owner.put(`/project/${put_away.id}/restore`));
        const record = await createTask(put_away)();
        requireOk(await put_away.owner.put(`/project/${put_away.id}/archive`));
        return record;
      },
    },
    calls: {
      create: (record, as) => as.post("/task", { title: "Copy", task_status_id: column(record, 0) }),
      edit: ({ url }, as) => as.post(url, { title: "Another title" }),
      move: (record, as) => as.put(`${record.url}/status-update`, { task_status_id: column(record, 1) }),
      delete: ({ url }, as) => as.delete(url),
      comment: ({ id }, as) => as.post("/comments", { task_id: id, comment: "<p>Hello</p>" }),
      attach: ({ id }, as) => {
        const parts = [
          { name: "task_id", value: String(id) },
          { name: "file", value: png(), filename: "plan.png" },
        ];
        return as.send({ method: "POST", url: "/tasks/attachments", ...multipart(parts) });
      },
      tag: ({ more }, as) => as.post("/project/tags", { project_id: more.project, name: `Tag ${Math.random()}` }),
      log: ({ id }, as) => as.post("/time-entry", { task_id: id, date: "2026-11-18", hours: 0, minutes: 1 }),
    },
  };
}

export async function commentSubject(world: World): Promise<MatrixSubject> {
  const board = await newBoard(world, { cards: [1, 0, 0] });
  const put_away = await newBoard(world, { cards: [1, 0, 0] });
  const createComment = async (on: typeof board): Promise<MatrixRecord> => {
    const task_id = on.tasks[0]?.[0];
    const { id } = requireOk(await on.member.post("/comments", { task_id, comment: "<p>Hello</p>" })).body.data;
    return { id, url: `/task/${task_id}`, more: {} };
  };
  return {
    readers: {
      owner: board.owner,
      member: board.member,
      viewer: board.viewer,
      admin: world.api(world.admin),
      stranger: board.stranger,
    },
    states: {
      open: () => createComment(board),
      in_an_archived_project: async () => {
        requireOk(await put_away.owner.put(`/project/${put_away.id}/restore`));
        const record = await createComment(put_away);
        requireOk(await put_away.owner.put(`/project/${put_away.id}/archive`));
        return record;
      },
    },
    calls: {
      edit: ({ id }, as) => as.put(`/comments/${id}`, { comment: "<p>Hello again</p>" }),
      delete: ({ id }, as) => as.delete(`/comments/${id}`),
    },
    find: ({ comments }: { comments: { id: number; can: Permissions }[] }, { id }) =>
      comments.find((one) => one.id === id),
  };
}

export async function timeSheetRowSubject(world: World): Promise<MatrixSubject> {
  const board = await newBoard(world, { cards: [0, 0, 0] });
  const put_away = await newBoard(world, { cards: [0, 0, 0] });
  const day = { date: "2026-11-18", hours: 0, minutes: 1 };
  const createRow = async (on: typeof board): Promise<MatrixRecord> => {
    const { id } = await on.add(on.columns[0]);
    for (const api of [on.owner, on.member]) requireOk(await api.post("/time-entry", { task_id: id, ...day }));
    return { id, url: "/time-sheet?from=2026-11-16&to=2026-11-22", more: {} };
  };
  return {
    readers: { owner: board.owner, member: board.member, stranger: board.stranger },
    states: {
      open: () => createRow(board),
      in_an_archived_project: async () => {
        requireOk(await put_away.owner.put(`/project/${put_away.id}/restore`));
        const record = await createRow(put_away);
        requireOk(await put_away.owner.put(`/project/${put_away.id}/archive`));
        return record;
      },
    },
    calls: { log: ({ id }, as) => as.post("/time-entry", { task_id: id, ...day }) },
    find: ({ tasks }: { tasks: { id: number; can: Permissions }[] }, { id }) => tasks.find((one) => one.id === id),
  };
}

export async function timeEntrySubject(world: World): Promise<MatrixSubject> {
  const board = await newBoard(world, { cards: [1, 0, 0] });
  const entry = { task_id: board.tasks[0]?.[0], hours: 0, minutes: 1 };
  const createEntry = async (date: string): Promise<MatrixRecord> => {
    const { id } = requireOk(await board.member.post("/time-entry", { ...entry, date })).body.data;
    return { id, url: `/time-entry?task_id=${entry.task_id}`, more: { date } };
  };
  return {
    readers: { owner: board.owner, member: board.member, admin: world.api(world.admin), stranger: board.stranger },
    states: {
      open: () => createEntry("2026-11-18"),
      handed_in: async () => {
        await board.member.put("/time-week/2026-11-09/reopen");
        const record = await createEntry("2026-11-11");
        requireOk(await board.member.put("/time-week/2026-11-09/submit"));
        return record;
      },
    },
    calls: { edit: ({ id, more }, as) => as.put(`/time-entry/${id}`, { ...entry, date: more.date, minutes: 2 }) },
    find: (entries: { id: number; can: Permissions }[], { id }) => entries.find((one) => one.id === id),
  };
}
