import { RoleEntity } from "../../server/administration/roles/role.entity";
import { financeFixture as financeOffice, scannerItem } from "../requests/finance/fixtures";
import { formsFixture, equipmentForm } from "../requests/forms/fixtures";
import { leaveFixture as leaveOffice, workingWeek } from "../requests/leave/fixtures";
import type { Api } from "../support/api";
import type { World } from "../support/world";
import { requireOk } from "../work/tasks/board";
import { decisionCalls, type MatrixRecord, putCall, type MatrixSubject } from "./permission-matrix";

async function readerWithout(world: World, ...codes: string[]): Promise<Api> {
  const { permissions } = (await world.tx((tx) =>
    tx.repo(RoleEntity).findOne({ id: world.roles.employee }),
  )) as RoleEntity;
  const heldPermissions = permissions.filter((code) => !codes.some((each) => code.startsWith(each)));
  const role = await world.tx((tx) =>
    tx.repo(RoleEntity).insert({ name: `Without ${codes.join()}`, permissions: heldPermissions }),
  );
  return world.api(await world.person("employee", { roleId: role.id }));
}

export async function leaveSubject(world: World): Promise<MatrixSubject> {
  const { ask, employee, manager, hr, type } = await leaveOffice(world, { hrStep: true, negativeAllowed: true });
  let weeks = 0;
  const otherDays = new Map<number, object>();
  const createLeave = async (body: object = {}): Promise<MatrixRecord> => {
    const round = Math.floor(weeks / 50);
    const week = weeks++ % 50;
    const dayOf = (at: number) => {
      const { end_date } = workingWeek(week, at);
      return { start_date: end_date, end_date };
    };
    const moved = dayOf(round + 1);
    const { id } = requireOk(await ask({ ...moved, ...body })).body.data;
    otherDays.set(id, dayOf(round === 0 ? 4 : 5));
    return { id, url: `/leave/leave-request/${id}`, more: moved };
  };
  const after =
    (...steps: [Api, string, object?][]) =>
    async () => {
      const record = await createLeave();
      for (const [api, verb, body] of steps) requireOk(await api.put(`${record.url}/${verb}`, body ?? {}));
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
      draft: () => createLeave({ draft: true }),
      waiting_manager: after(),
      waiting_hr: after([manager, "approve"]),
      approved: after([manager, "approve"], [hr, "approve"]),
      rejected: after([manager, "reject", { reason: "No" }]),
      changes_requested: after([manager, "request-changes", { note: "More" }]),
      cancelled: after([employee, "cancel"]),
    },
    calls: {
      ...decisionCalls,
      edit: ({ url, more }, as) => as.put(url, { leave_type_id: type, ...more, draft: true }),
      send: putCall("send"),
      cancel: putCall("cancel"),
      discard: ({ url }, as) => as.delete(url),
      change: ({ id, url }, as) => as.put(`${url}/change`, otherDays.get(id)),
    },
  };
}

export async function financeSubject(world: World): Promise<MatrixSubject> {
  const all = await financeOffice(world);
  const { ask, employee, manager, finance: decider, payer, admin } = all;
  const at = (id: number): MatrixRecord => ({ id, url: `/finance/finance-request/${id}`, more: {} });
  const after =
    (body: object, ...steps: [Api, string, object?][]) =>
    async () => {
      const record = at(requireOk(await ask(body)).body.data.id);
      for (const [api, verb, payload] of steps) requireOk(await api.put(`${record.url}/${verb}`, payload ?? {}));
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
      // Requests of a finance user: other users approve and pay them.
      own: async () => at(requireOk(await ask({}, payer)).body.data.id),
      own_approved: async () => {
        const record = at(requireOk(await ask({}, payer)).body.data.id);
        requireOk(await decider.put(`${record.url}/approve`));
        return record;
      },
    },
    calls: {
      ...decisionCalls,
      edit: ({ url }, as) => as.put(url, { items: [scannerItem], draft: true }),
      delete: ({ url }, as) => as.delete(url),
      send: putCall("send"),
      cancel: putCall("cancel"),
      pay: putCall("pay", { reference: "x" }),
      settle: putCall("settle", { receipts: [{ details: "Taxi", amount: "1" }] }),
      archive: putCall("archive"),
      restore: putCall("restore"),
    },
  };
}

export async function formRequestSubject(world: World): Promise<MatrixSubject> {
  const { publish, fill, employee, manager, hr } = await formsFixture(world);
  const form = await publish(equipmentForm);
  const answers = { f1: "c2" };
  const after =
    (body: object, ...steps: [Api, string, object?][]) =>
    async () => {
      const { id } = requireOk(await fill(form, { answers, ...body })).body.data;
      const record = { id, url: `/vas/vas-request/${id}`, more: {} };
      for (const [api, verb, payload] of steps) requireOk(await api.put(`${record.url}/${verb}`, payload ?? {}));
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
      ...decisionCalls,
      edit: ({ url }, as) => as.put(url, { answers, draft: true }),
      send: putCall("send"),
      delete: ({ url }, as) => as.delete(url),
      cancel: putCall("cancel"),
    },
  };
}

export async function formSubject(world: World): Promise<MatrixSubject> {
  const { publish, fill, hr, employee } = await formsFixture(world);
  const answers = { f1: "c2" };
  const createForm =
    (change: (id: number) => Promise<unknown> = async () => {}) =>
    async () => {
      const id = await publish(equipmentForm);
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
      offered: createForm(),
      used: createForm(async (id) => requireOk(await fill(id, { answers }))),
    },
    calls: {
      use: ({ id }, as) => fill(id, { answers }, as),
      edit: ({ url }, as) => as.put(url, { definition: equipmentForm }),
      delete: ({ url }, as) => as.delete(url),
    },
  };
}

export async function leaveTypeSubject(world: World): Promise<MatrixSubject> {
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
  const createLeaveType = async (): Promise<MatrixRecord> => {
    const { id } = requireOk(await hr.post("/leave/leave-type", body())).body.data;
    return { id, url: `/leave/leave-type/${id}`, more: {} };
  };
  const archived = async () => {
    const record = await createLeaveType();
    requireOk(await hr.put(`${record.url}/archive`));
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
      unused: createLeaveType,
      used: async () => {
        const record = await createLeaveType();
        requireOk(await ask({ leave_type_id: record.id, ...workingWeek(weeks++, 1), draft: true }));
        return record;
      },
      archived,
    },
    calls: {
      edit: ({ url }, as) => as.put(url, body()),
      archive: putCall("archive"),
      restore: putCall("restore"),
      delete: ({ url }, as) => as.delete(url),
    },
    harmless: ["archive", "restore"],
  };
}
