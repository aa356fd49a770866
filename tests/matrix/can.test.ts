import { RoleEntity } from "../../server/people/role.entity";
import { office as financeOffice, scanner } from "../finance/office";
import { desk, equipment } from "../forms/desk";
import { office as leaveOffice, week } from "../leave/office";
import type { Answer, Api } from "../support/api";
import { multipart } from "../support/multipart";
import { png } from "../support/sample-files";
import { testServer } from "../support/server";
import type { World } from "../support/world";
import { newBoard, ok } from "../tasks/board";

/**
 * What `can` says, asked of the call of that name: for each record, in each state, for each reader. What is false is
 * asked first, on one record that must stay as it is; what is true on a record of its own, since it changes it.
 */
const server = testServer();

interface Record {
  id: number;
  /** Where it is read. */
  url: string;
  /** What its calls need beside its id. */
  more: { [name: string]: unknown };
}

type Can = { [key: string]: boolean };
type Calls = { [key: string]: (record: Record, as: Api) => Promise<Answer> };

interface Subject {
  readers: { [name: string]: Api };
  states: { [name: string]: () => Promise<Record> };
  calls: Calls;
  /** What is as good twice as once: it isn't offered a second time, and does nothing then. */
  harmless?: string[];
  /** Where the record's `can` stands in what is read; without one: in `data`. */
  find?: (data: never, record: Record) => { can: Can } | undefined;
}

const notAllowed = [403, 404, 409];

const canOf = ({ body }: Answer, record: Record, find: Subject["find"]): Can | undefined =>
  (find ? find(body.data as never, record) : (body.data as { can: Can }))?.can;

/** @returns what was said and isn't so. */
async function lies({ readers, states, calls, find, harmless = [] }: Subject): Promise<string[]> {
  const found: string[] = [];
  for (const [state, make] of Object.entries(states)) {
    const record = await make();
    const before = new Map<string, string>();
    const allowed: [reader: string, key: string][] = [];
    for (const [reader, api] of Object.entries(readers)) {
      const answer = await api.get(record.url);
      const can = answer.status < 400 ? canOf(answer, record, find) : undefined;
      if (answer.status < 400 && can)
        expect([state, reader, Object.keys(can).sort()]).toEqual([state, reader, Object.keys(calls).sort()]);
      before.set(reader, answer.text);
      for (const [key, call] of Object.entries(calls)) {
        if (can?.[key]) allowed.push([reader, key]);
        else {
          const { status, text } = await call(record, api);
          const isHarmless = can !== undefined && harmless.includes(key) && status < 400;
          if (!isHarmless && !notAllowed.includes(status))
            found.push(`${state}: ${reader} may not ${key}: ${status} ${text.slice(0, 200)}`);
        }
      }
    }
    for (const [reader, api] of Object.entries(readers)) {
      if ((await api.get(record.url)).text !== before.get(reader)) found.push(`${state}: ${reader} sees it changed`);
    }
    for (const [reader, key] of allowed) {
      const { status, text } = await (calls[key] as Calls[string])(await make(), readers[reader] as Api);
      if (status >= 400) found.push(`${state}: ${reader} may ${key}: ${status} ${text.slice(0, 200)}`);
    }
  }
  return found;
}

/** Holds everything in the tenant but what these begin with. */
async function readerWithout(world: World, ...codes: string[]): Promise<Api> {
  const { permissions } = (await world.tx((tx) =>
    tx.repo(RoleEntity).findOne({ id: world.roles.employee }),
  )) as RoleEntity;
  const held = permissions.filter((code) => !codes.some((each) => code.startsWith(each)));
  const role = await world.tx((tx) =>
    tx.repo(RoleEntity).insert({ name: `Without ${codes.join()}`, permissions: held }),
  );
  return world.api(await world.person("employee", { roleId: role.id }));
}

const put =
  (verb: string, payload: object = {}): Calls[string] =>
  (record, as) =>
    as.put(`${record.url}/${verb}`, payload);
const decisions = {
  approve: put("approve"),
  reject: put("reject", { reason: "No" }),
  request_changes: put("request-changes", { note: "More" }),
};

async function leave(world: World): Promise<Subject> {
  const { ask, employee, manager, hr, type } = await leaveOffice(world, { hrStep: true, negativeAllowed: true });
  let weeks = 0;
  const made = async (body: object = {}): Promise<Record> => {
    const span = week(weeks++ % 50, 1);
    const moved = weeks > 50 ? { ...span, start_half: "afternoon" } : span;
    const { id } = ok(await ask({ ...moved, ...body })).body.data;
    return { id, url: `/leave/leave-request/${id}`, more: moved };
  };
  const after =
    (...steps: [Api, string, object?][]) =>
    async () => {
      const record = await made();
      for (const [api, verb, body] of steps) ok(await api.put(`${record.url}/${verb}`, body ?? {}));
      return record;
    };
  return {
    readers: {
      employee,
      manager,
      hr,
      admin: world.api(world.admin),
      colleague: world.api(await world.person("employee")),
      hr2: world.api(await world.person("hr")),
    },
    states: {
      draft: () => made({ draft: true }),
      waiting_manager: after(),
      waiting_hr: after([manager, "approve"]),
      approved: after([manager, "approve"], [hr, "approve"]),
      rejected: after([manager, "reject", { reason: "No" }]),
      changes_requested: after([manager, "request-changes", { note: "More" }]),
      cancelled: after([employee, "cancel"]),
    },
    calls: {
      ...decisions,
      edit: ({ url, more }, as) => as.put(url, { leave_type_id: type, ...more, draft: true }),
      send: put("send"),
      cancel: put("cancel"),
      discard: ({ url }, as) => as.delete(url),
    },
  };
}

async function finance(world: World): Promise<Subject> {
  const all = await financeOffice(world);
  const { ask, employee, manager, finance: decider, payer, admin } = all;
  const at = (id: number): Record => ({ id, url: `/finance/finance-request/${id}`, more: {} });
  const after =
    (body: object, ...steps: [Api, string, object?][]) =>
    async () => {
      const record = at(ok(await ask(body)).body.data.id);
      for (const [api, verb, payload] of steps) ok(await api.put(`${record.url}/${verb}`, payload ?? {}));
      return record;
    };
  const approved: [Api, string][] = [
    [manager, "approve"],
    [decider, "approve"],
  ];
  const paid: [Api, string, object?][] = [...approved, [payer, "pay", { reference: "x" }]];
  const advance = { type: "cash_advance" };
  return {
    readers: { employee, manager, decider, payer, admin, colleague: world.api(await world.person("employee")) },
    states: {
      draft: after({ draft: true }),
      waiting_manager: after({}),
      waiting_finance: after({}, [manager, "approve"]),
      approved: after({}, ...approved),
      paid: after({}, ...paid),
      advance: after(advance, ...paid),
      archived: after({}, ...paid, [payer, "archive"]),
      rejected: after({}, [manager, "reject", { reason: "No" }]),
      changes_requested: after({}, [manager, "request-changes", { note: "More" }]),
      cancelled: after({}, [employee, "cancel"]),
      // Of finance's own: somebody else decides and pays.
      own: async () => at(ok(await ask({}, payer)).body.data.id),
      own_approved: async () => {
        const record = at(ok(await ask({}, payer)).body.data.id);
        ok(await decider.put(`${record.url}/approve`));
        return record;
      },
    },
    calls: {
      ...decisions,
      edit: ({ url }, as) => as.put(url, { items: [scanner], draft: true }),
      delete: ({ url }, as) => as.delete(url),
      send: put("send"),
      cancel: put("cancel"),
      pay: put("pay", { reference: "x" }),
      settle: put("settle", { receipts: [{ details: "Taxi", amount: "1" }] }),
      archive: put("archive"),
      restore: put("restore"),
    },
  };
}

async function formRequest(world: World): Promise<Subject> {
  const { publish, fill, employee, manager, hr } = await desk(world);
  const form = await publish(equipment);
  const answers = { f1: "c2" };
  const after =
    (body: object, ...steps: [Api, string, object?][]) =>
    async () => {
      const { id } = ok(await fill(form, { answers, ...body })).body.data;
      const record = { id, url: `/vas/vas-request/${id}`, more: {} };
      for (const [api, verb, payload] of steps) ok(await api.put(`${record.url}/${verb}`, payload ?? {}));
      return record;
    };
  return {
    readers: {
      employee,
      manager,
      hr,
      admin: world.api(world.admin),
      colleague: world.api(await world.person("employee")),
    },
    states: {
      draft: after({ draft: true }),
      waiting: after({}),
      approved: after({}, [manager, "approve"]),
      rejected: after({}, [manager, "reject", { reason: "No" }]),
      changes_requested: after({}, [manager, "request-changes", { note: "More" }]),
      cancelled: after({}, [employee, "cancel"]),
    },
    calls: {
      ...decisions,
      edit: ({ url }, as) => as.put(url, { answers, draft: true }),
      send: put("send"),
      delete: ({ url }, as) => as.delete(url),
      cancel: put("cancel"),
    },
  };
}

async function form(world: World): Promise<Subject> {
  const { publish, fill, hr, employee } = await desk(world);
  const answers = { f1: "c2" };
  const made =
    (change: (id: number) => Promise<unknown> = async () => {}) =>
    async () => {
      const id = await publish(equipment);
      await change(id);
      return { id, url: `/vas/vas-template/${id}`, more: {} };
    };
  return {
    readers: {
      employee,
      hr,
      admin: world.api(world.admin),
      sends_none: await readerWithout(world, "vas-request-create"),
    },
    states: {
      offered: made(),
      used: made(async (id) => ok(await fill(id, { answers }))),
    },
    calls: {
      use: ({ id }, as) => fill(id, { answers }, as),
      edit: ({ url }, as) => as.put(url, { definition: equipment }),
      delete: ({ url }, as) => as.delete(url),
    },
  };
}

async function task(world: World): Promise<Subject> {
  const admin = world.api(world.admin);
  const board = await newBoard(world, { cards: [0, 0, 0] });
  const put_away = await newBoard(world, { cards: [0, 0, 0] });
  const made = (on: typeof board) => async (): Promise<Record> => {
    const { id } = await on.add(on.columns[0]);
    return { id, url: `/task/${id}`, more: { project: on.id, columns: on.columns } };
  };
  const column = ({ more }: Record, at: number) => (more.columns as number[])[at];
  return {
    readers: {
      owner: board.owner,
      member: board.member,
      admin,
      stranger: board.stranger,
      external: world.api(world.external),
    },
    states: {
      open: made(board),
      archived: async () => {
        const record = await made(board)();
        ok(await board.owner.put(`${record.url}/archive`));
        return record;
      },
      in_an_archived_project: async () => {
        ok(await put_away.owner.put(`/project/${put_away.id}/restore`));
        const record = await made(put_away)();
        ok(await put_away.owner.put(`/project/${put_away.id}/archive`));
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

async function comment(world: World): Promise<Subject> {
  const board = await newBoard(world, { cards: [1, 0, 0] });
  const put_away = await newBoard(world, { cards: [1, 0, 0] });
  const made = async (on: typeof board): Promise<Record> => {
    const task_id = on.tasks[0]?.[0];
    const { id } = ok(await on.member.post("/comments", { task_id, comment: "<p>Hello</p>" })).body.data;
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
      open: () => made(board),
      in_an_archived_project: async () => {
        ok(await put_away.owner.put(`/project/${put_away.id}/restore`));
        const record = await made(put_away);
        ok(await put_away.owner.put(`/project/${put_away.id}/archive`));
        return record;
      },
    },
    calls: {
      edit: ({ id }, as) => as.put(`/comments/${id}`, { comment: "<p>Hello again</p>" }),
      delete: ({ id }, as) => as.delete(`/comments/${id}`),
    },
    find: ({ comments }: { comments: { id: number; can: Can }[] }, { id }) => comments.find((one) => one.id === id),
  };
}

async function sheetRow(world: World): Promise<Subject> {
  const board = await newBoard(world, { cards: [0, 0, 0] });
  const put_away = await newBoard(world, { cards: [0, 0, 0] });
  const day = { date: "2026-11-18", hours: 0, minutes: 1 };
  const made = async (on: typeof board): Promise<Record> => {
    const { id } = await on.add(on.columns[0]);
    for (const api of [on.owner, on.member]) ok(await api.post("/time-entry", { task_id: id, ...day }));
    return { id, url: "/time-sheet?from=2026-11-16&to=2026-11-22", more: {} };
  };
  return {
    readers: { owner: board.owner, member: board.member, stranger: board.stranger },
    states: {
      open: () => made(board),
      in_an_archived_project: async () => {
        ok(await put_away.owner.put(`/project/${put_away.id}/restore`));
        const record = await made(put_away);
        ok(await put_away.owner.put(`/project/${put_away.id}/archive`));
        return record;
      },
    },
    calls: { log: ({ id }, as) => as.post("/time-entry", { task_id: id, ...day }) },
    find: ({ tasks }: { tasks: { id: number; can: Can }[] }, { id }) => tasks.find((one) => one.id === id),
  };
}

async function timeEntry(world: World): Promise<Subject> {
  const board = await newBoard(world, { cards: [1, 0, 0] });
  const entry = { task_id: board.tasks[0]?.[0], hours: 0, minutes: 1 };
  const made = async (date: string): Promise<Record> => {
    const { id } = ok(await board.member.post("/time-entry", { ...entry, date })).body.data;
    return { id, url: `/time-entry?task_id=${entry.task_id}`, more: { date } };
  };
  return {
    readers: { owner: board.owner, member: board.member, admin: world.api(world.admin), stranger: board.stranger },
    states: {
      open: () => made("2026-11-18"),
      handed_in: async () => {
        await board.member.put("/time-week/2026-11-09/reopen");
        const record = await made("2026-11-11");
        ok(await board.member.put("/time-week/2026-11-09/submit"));
        return record;
      },
    },
    calls: { edit: ({ id, more }, as) => as.put(`/time-entry/${id}`, { ...entry, date: more.date, minutes: 2 }) },
    find: (entries: { id: number; can: Can }[], { id }) => entries.find((one) => one.id === id),
  };
}

async function leaveType(world: World): Promise<Subject> {
  const hr = world.api(world.hr);
  const { ask } = await leaveOffice(world);
  const body = () => ({
    name: `Kind ${Math.random()}`,
    icon: "study",
    days_female: 5,
    days_male: 5,
    counting: "working",
  });
  let weeks = 0;
  const made = async (): Promise<Record> => {
    const { id } = ok(await hr.post("/leave/leave-type", body())).body.data;
    return { id, url: `/leave/leave-type/${id}`, more: {} };
  };
  const archived = async () => {
    const record = await made();
    ok(await hr.put(`${record.url}/archive`));
    return record;
  };
  return {
    readers: {
      hr,
      admin: world.api(world.admin),
      employee: world.api(world.employee),
      manager: world.api(world.manager),
    },
    states: {
      unused: made,
      used: async () => {
        const record = await made();
        ok(await ask({ leave_type_id: record.id, ...week(weeks++, 1), draft: true }));
        return record;
      },
      archived,
    },
    calls: {
      edit: ({ url }, as) => as.put(url, body()),
      archive: put("archive"),
      restore: put("restore"),
      delete: ({ url }, as) => as.delete(url),
    },
    harmless: ["archive", "restore"],
  };
}

const subjects: [string, (world: World) => Promise<Subject>][] = [
  ["leave", leave],
  ["a kind of leave", leaveType],
  ["finance", finance],
  ["a form that was sent", formRequest],
  ["a form", form],
  ["a task", task],
  ["a comment", comment],
  ["a row of the time sheet", sheetRow],
  ["a time entry", timeEntry],
];

test.each(subjects)(
  "what %s says that one can do is what one can do",
  async (_, subject) => {
    expect(await lies(await subject(await server.world()))).toEqual([]);
  },
  240_000,
);
