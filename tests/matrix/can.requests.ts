import { RoleEntity } from "../../server/roles/role.entity";
import { office as financeOffice, scanner } from "../finance/office";
import { desk, equipment } from "../forms/desk";
import { office as leaveOffice, week } from "../leave/office";
import type { Api } from "../support/api";
import type { World } from "../support/world";
import { ok } from "../tasks/board";
import { decisions, type Entry, put, type Subject } from "./can";

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

export async function leave(world: World): Promise<Subject> {
  const { ask, employee, manager, hr, type } = await leaveOffice(world, { hrStep: true, negativeAllowed: true });
  let weeks = 0;
  const made = async (body: object = {}): Promise<Entry> => {
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

export async function finance(world: World): Promise<Subject> {
  const all = await financeOffice(world);
  const { ask, employee, manager, finance: decider, payer, admin } = all;
  const at = (id: number): Entry => ({ id, url: `/finance/finance-request/${id}`, more: {} });
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

export async function formRequest(world: World): Promise<Subject> {
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

export async function form(world: World): Promise<Subject> {
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

export async function leaveType(world: World): Promise<Subject> {
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
  const made = async (): Promise<Entry> => {
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
