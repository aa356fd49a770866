import type { Api } from "../support/api";
import type { World } from "../support/world";
import { newBoard, requireOk } from "../work/tasks/board";
import type { Permissions, MatrixRecord, MatrixSubject } from "./permission-matrix";

export async function projectSubject(world: World): Promise<MatrixSubject> {
  const board = await newBoard(world, { cards: [0, 0, 0] });
  const { member, viewer } = board.people;
  const members = [
    { user_id: world.manager.id, role: "owner" },
    { user_id: member.id, role: "member" },
    { user_id: viewer.id, role: "viewer" },
    { user_id: world.external.id, role: "guest" },
  ];
  const users = members.map(({ user_id }) => user_id);
  const createProject = async (): Promise<MatrixRecord> => {
    const { id } = requireOk(await board.owner.post("/project", { title: "Website relaunch", members })).body.data;
    const columns = requireOk(await board.owner.get(`/project/${id}/task_tatus`)).body.data as { id: number }[];
    const add = async (fields: object) =>
      requireOk(await board.owner.post("/task", { title: "Write the copy", task_status_id: columns[0]?.id, ...fields }))
        .body.data.id as number;
    const related = {
      columns: columns.map((column) => column.id),
      theirs: await add({ users }),
      nobodys: await add({}),
    };
    return { id, url: `/project/single/${id}`, more: { ...related, archived: false } };
  };
  const column = ({ more }: MatrixRecord, at: number) => (more.columns as number[])[at];
  return {
    readers: {
      owner: board.owner,
      member: board.member,
      viewer: board.viewer,
      guest: world.api(world.external),
      admin: world.api(world.admin),
      hr: world.api(world.hr),
      stranger: board.stranger,
    },
    states: {
      open: createProject,
      archived: async () => {
        const record = await createProject();
        requireOk(await board.owner.put(`/project/${record.id}/archive`));
        return { ...record, more: { ...record.more, archived: true } };
      },
    },
    calls: {
      edit: ({ id }, as) => as.post(`/project/update/${id}`, { description: "Anew" }),
      archive: ({ id, more }, as) => as.put(`/project/${id}/${more.archived ? "restore" : "archive"}`),
      delete: ({ id }, as) => as.delete(`/project/${id}`),
      members: ({ id }, as) => as.put(`/project/${id}/members`, { members }),
      create_task: (record, as) => as.post("/task", { title: "One more", task_status_id: column(record, 0) }),
      move_task: (record, as) =>
        as.put(`/task/${record.more.nobodys as number}/status-update`, { task_status_id: column(record, 1) }),
      edit_assigned: ({ more }, as) => as.post(`/task/${more.theirs as number}`, { title: "Another title" }),
      edit_columns: ({ id }, as) => as.post("/task_status", { title: "Review", project_id: id }),
      edit_tags: ({ id }, as) => as.post("/project/tags", { project_id: id, name: "Urgent" }),
    },
  };
}

export async function delegationSubject(world: World): Promise<MatrixSubject> {
  const [manager, admin] = [world.api(world.manager), world.api(world.admin)];
  const endAll = async () => {
    const { data } = requireOk(await manager.get("/delegation")).body as { data: { id: number }[] };
    for (const { id } of data) requireOk(await manager.delete(`/delegation/${id}`));
  };
  const createDelegation = async (overrides: object): Promise<MatrixRecord> => {
    await endAll();
    const { id } = requireOk(await manager.post("/delegation", { delegatee_id: world.hr.id, ...overrides })).body.data;
    return { id, url: "/delegation", more: {} };
  };
  const readers: Record<string, Api> = { delegator: manager, delegatee: world.api(world.hr), admin };
  return {
    readers: { ...readers, stranger: world.api(world.employee) },
    states: {
      running: () => createDelegation({}),
      planned: () => createDelegation({ start_date: "2999-01-01", end_date: "2999-01-05" }),
      ended: async () => {
        const record = await createDelegation({});
        requireOk(await manager.delete(`/delegation/${record.id}`));
        return { ...record, url: "/delegation/history" };
      },
    },
    calls: { end: ({ id }, as) => as.delete(`/delegation/${id}`) },
    harmless: ["end"],
    find: (rows: { id: number; can: Permissions }[], { id }) => rows.find((one) => one.id === id),
  };
}
