import type { DomainEvent } from "../../../shared/kernel/events";
import { features } from "../../../client/app/features";
import { loadLiveUpdates } from "../../../client/platform/feature/feature";
import { applyLiveEvent, type LiveCache } from "../../../client/platform/live/live-updates";
import { type CachedReads, keyOfReads, queryKeyOf } from "../../../client/platform/query";
import { GroupEntity } from "../../../server/people/groups/group.entity";
import { UserEntity } from "../../../server/people/people/user.entity";
import { applyEmploymentChanges } from "../../../workers/people/employment/employment-changes";
import type { DepartmentEvents } from "../../../shared/people/departments/departments.events";
import * as departments from "../../../shared/people/departments/departments.contract";
import { plannedChanges } from "../../../shared/people/employment/employment.contract";
import { readLeaving } from "../../../shared/people/employment/leaving.contract";
import * as groups from "../../../shared/people/groups/groups.contract";
import type { Endpoint } from "../../../shared/kernel/endpoint";
import * as onboarding from "../../../shared/people/onboarding/onboarding.contract";
import type { OnboardingEvents } from "../../../shared/people/onboarding/onboarding.events";
import { readChart } from "../../../shared/people/org-chart/org-chart.contract";
import type { ActingEvents } from "../../../shared/people/acting/acting.events";
import type { VacancyEvents } from "../../../shared/people/vacancies/vacancies.events";
import { listVisiblePeople } from "../../../shared/kernel/visible-users.contract";
import type { PeopleEvents } from "../../../shared/people/people/people.events";
import { listPersonFiles } from "../../../shared/people/people/person-files.contract";
import { listUserHistory } from "../../../shared/people/people/user-history.contract";
import * as users from "../../../shared/people/people/users.contract";
import * as positions from "../../../shared/people/positions/positions.contract";
import type { PositionEvents } from "../../../shared/people/positions/positions.events";
import { assignableUsers } from "../../../shared/work/projects/assignable.contract";
import { listRoles, listRoleHolders } from "../../../shared/administration/roles/roles.contract";
import { testServer } from "../../support/server";
import { requireOk } from "../../work/tasks/board";
import { type PeopleFixture, peopleFixture } from "./fixtures";

/** Cached employee data with a change's events applied must equal a fresh read. */
const server = testServer();
beforeAll(() => loadLiveUpdates(features));

type Scene = PeopleFixture & { group: number; task: number; day: (offset: number) => Promise<string> };
interface Scenario {
  before?: (scene: Scene) => Promise<unknown>;
  act: (scene: Scene, prepared: never) => Promise<unknown>;
  /** Event types emitted on the directory's stream, each once; defaults to the scenario's own type. */
  tells?: string[];
}

const hr = ({ world }: Scene) => world.api(world.hr);
const admin = ({ world }: Scene) => world.api(world.admin);
const person = (scene: Scene, body: object) => hr(scene).post(`/user/${scene.world.employee.id}`, body);
const template = (scene: Scene, title = "Badge", fields: object = { duty: "hr" }) =>
  hr(scene).put("/onboarding/template", { tasks: [{ title, offset_days: 0, ...fields }] });
const vacancy = (scene: Scene) => hr(scene).post("/vacancy", { position_id: scene.position });
const newcomer = async (scene: Scene) =>
  requireOk(
    await hr(scene).post("/user", {
      fullname: "Nour Newcomer",
      email: `nour.${Math.random()}@acme.test`,
      role_id: scene.world.roles.employee,
      department_id: scene.department,
      position_id: scene.position,
      parent_id: scene.world.manager.id,
    }),
  );

/** Every directory event of users, positions and onboarding. A new event type doesn't compile without a scenario. */
const scenarios: Record<
  | keyof (PeopleEvents & DepartmentEvents & PositionEvents & OnboardingEvents & ActingEvents & VacancyEvents)
  | "group.created"
  | "group.updated"
  | "group.deleted",
  Scenario
> = {
  "user.created": { act: newcomer },
  "user.updated": {
    act: async (scene) => {
      const { colleague, world } = scene;
      requireOk(
        await person(scene, {
          fullname: "Ela Renamed",
          parent_id: colleague.id,
          dotted_ids: [world.manager.id],
          department_id: null,
          location: "Duhok",
        }),
      );
      return person(scene, { role_id: world.roles.manager, salary: "5000.00", currency: "USD" });
    },
  },
  "user.deactivated": { act: (scene) => person(scene, { active: false }) },
  "user.activated": {
    before: (scene) => person(scene, { active: false }),
    act: (scene) => person(scene, { active: true }),
  },
  "user.deleted": {
    before: newcomer,
    act: (scene, { body }: { body: { data: { id: number } } }) => admin(scene).delete(`/user/${body.data.id}`),
  },
  "department.created": { act: (scene) => admin(scene).post("/department", { name: "Bakery", code: "BAK" }) },
  "department.updated": {
    act: (scene) =>
      admin(scene).put(`/department/update/${scene.department}`, {
        name: "Baking",
        code: "DEL",
        head_id: scene.director.id,
      }),
  },
  "position.created": { act: (scene) => admin(scene).post("/position", { title: "Baker" }) },
  "position.updated": {
    act: (scene) => admin(scene).put(`/position/update/${scene.position}`, { title: "Master baker" }),
  },
  "onboarding.changed": { act: (scene) => hr(scene).put(`/onboarding/${scene.task}`, { done: true }) },
  "onboarding.template_changed": { act: (scene) => template(scene, "Laptop") },
  "vacancy.changed": { act: vacancy },
  "acting.changed": {
    act: async (scene) =>
      hr(scene).post("/acting", {
        user_id: scene.world.employee.id,
        acting_id: scene.world.manager.id,
        starts_on: await scene.day(0),
        ends_on: await scene.day(5),
      }),
  },
  "group.created": {
    act: ({ world, ...scene }) => admin({ world, ...scene }).post("/groups", { title: "Night", users: [world.hr.id] }),
  },
  "group.updated": {
    before: (scene) => template(scene, "Badge", { duty: "group", group_id: scene.group }),
    act: (scene) =>
      admin(scene).put(`/groups/${scene.group}`, { title: "Late shift", users: [scene.world.employee.id] }),
  },
  "group.deleted": {
    before: (scene) => template(scene),
    act: (scene) => admin(scene).delete(`/groups/${scene.group}`),
  },
  "department.deleted": {
    before: (scene) => admin(scene).post("/department", { name: "Kitchen", code: "KIT" }),
    act: (scene, { body }: { body: { data: { id: number } } }) =>
      admin(scene).delete(`/department/${scene.department}`, { successor_id: body.data.id } as never),
  },
  "position.deleted": {
    before: (scene) => admin(scene).post("/position", { title: "Cook" }),
    act: (scene, { body }: { body: { data: { id: number } } }) =>
      admin(scene).delete(`/position/${scene.position}`, { successor_id: body.data.id } as never),
  },
  "user.left": {
    before: async (scene) => {
      const body = { type: "resignation", last_day: await scene.day(2), successor_id: scene.director.id };
      requireOk(await hr(scene).post(`/user/${scene.world.manager.id}/leaving`, body));
      await server.owner.query("UPDATE employment_change SET effective_on = effective_on - 3 WHERE tenant_id = $1", [
        scene.world.tenantId,
      ]);
    },
    act: ({ world }) => applyEmploymentChanges(server.platform.unitOfWork, world.tenantId),
    tells: ["user.updated", "user.deactivated", "user.left", "acting.changed"],
  },
};

type Read = [endpoint: Endpoint, params?: Record<string, number>];

const readsOf = ({ world, department, position, group }: Scene): Read[] => [
  ...[users.listUsers, users.listEmployees, users.listAllEmployees, users.selectUsers, listVisiblePeople].map(
    (one): Read => [one],
  ),
  ...[world.employee.id, world.manager.id].flatMap((id): Read[] =>
    [users.readUser, users.editableUser, users.readProfile, listUserHistory, plannedChanges, listPersonFiles].map(
      (one): Read => [one, { id }],
    ),
  ),
  [users.readOwnProfile],
  [readLeaving, { id: world.manager.id }],
  [departments.listDepartments],
  [departments.singleDepartment, { id: department }],
  [departments.selectDepartments],
  [positions.listPositions],
  [positions.singlePosition, { id: position }],
  [positions.selectPositions],
  [groups.listGroups],
  [groups.readGroup, { id: group }],
  [groups.selectGroups],
  [assignableUsers],
  [readChart],
  [listRoles],
  [listRoleHolders, { id: world.roles.employee }],
  [onboarding.readOnboardingTemplate],
  [onboarding.listPersonOnboarding, { id: world.employee.id }],
  [onboarding.listMyOnboarding],
];

function marked(events: readonly DomainEvent[]): string[] {
  const keys: string[] = [];
  const mark = (...reads: readonly CachedReads[]) => {
    for (const each of reads) keys.push(JSON.stringify(keyOfReads(each)).slice(0, -1));
  };
  const client = {
    setQueryData: () => undefined,
    getQueryData: () => undefined,
    getQueryCache: () => ({ findAll: () => [] }),
  };
  const cache = { refetch: mark, refetchSoon: mark, refetchWhenQuiet: mark, client } as unknown as LiveCache;
  for (const event of events) applyLiveEvent(event, cache);
  return keys;
}

const withoutRevision = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer, (key, value) => (key === "revision" ? undefined : value)));

let scene: Scene;
let latestState: Map<string, unknown> | null = null;

beforeAll(async () => {
  const org = await peopleFixture(server);
  const { world } = org;
  const day = async (offset: number) =>
    (
      await world.tx((tx) =>
        tx.one<{ day: string }>({ name: "", text: `SELECT (tenant_today() + ${offset})::text AS day` }),
      )
    )?.day as string;
  const group = await world.tx(async (tx) => (await tx.repo(GroupEntity).insert({ title: "Shift" })).id);
  scene = { ...org, group, task: 0, day };
  requireOk(await template(scene));
  await world.tx((tx) => tx.repo(UserEntity).update({ id: world.employee.id }, { joinedOn: () => "tenant_today()" }));
  const [first] = requireOk(await hr(scene).get(`/user/${world.employee.id}/onboarding`)).body.data;
  scene.task = first.id;
});

async function readAll(): Promise<Map<string, unknown>> {
  const api = admin(scene);
  const answers = new Map<string, unknown>();
  for (const [endpoint, params] of readsOf(scene)) {
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => String(params?.[name]));
    const { status, body } = await api.get(path);
    answers.set(JSON.stringify(queryKeyOf(endpoint, (params ?? {}) as never, {})), withoutRevision({ status, body }));
  }
  return answers;
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

test.each(Object.entries(scenarios))(
  "%s: cached data with the event applied equals a fresh read",
  async (type, scenario) => {
    const prepared = await scenario.before?.(scene);
    if (scenario.before || !latestState) latestState = await readAll();
    const before = latestState;
    const mark = server.published.length;
    const answer = await scenario.act(scene, prepared as never);
    if (answer && typeof answer === "object" && "status" in answer) requireOk(answer as never);
    const events = scene.world
      .events(mark)
      .filter(({ stream }) => stream === `directory:${scene.world.tenantId}`)
      .map(({ event }) => JSON.parse(JSON.stringify(event)) as DomainEvent);
    const kinds = [...new Set(events.map((event) => event.type as string))];
    expect(kinds.toSorted()).toEqual((scenario.tells ?? [type]).toSorted());

    const old = marked(events);
    const fresh = await readAll();
    latestState = fresh;
    const changed = [...fresh].filter(([key, now]) => !same(before.get(key), now)).map(([key]) => key);
    expect(changed.filter((key) => !old.some((one) => key.startsWith(one)))).toEqual([]);
    expect(changed).not.toEqual([]); // otherwise the scenario tests nothing
  },
);
