import { RoleEntity } from "../../server/administration/roles/role.entity";
import { UserEntity } from "../../server/people/people/user.entity";
import { audienceOfRequests, type RequestReader } from "../../server/approvals/approvals/request-audience.service";
import { requestFamilyDefinitions, requestFamilies } from "../../shared/approvals/approvals/families";
import { type FamilyTests, loadFamilyTests } from "../approvals/approvals/family-tests";
import { multipart } from "../support/multipart";
import { pdf } from "../support/sample-files";
import { testServer } from "../support/server";
import type { Person, World } from "../support/world";
import { requireOk } from "../work/tasks/board";

/**
 * Request visibility is implemented in TypeScript, in SQL for lists, sums and files, and again for live events. Tests that the
 * implementations agree for every role (external or not), relation to the request and state, for all request families.
 */
const server = testServer();

const states = ["draft", "waiting", "approved", "cancelled"] as const;
type State = (typeof states)[number];
const sent: readonly State[] = ["waiting", "approved", "cancelled"];
const openStates: readonly State[] = ["waiting", "approved"];

interface Relation {
  opens: readonly State[];
  lists: readonly State[];
}
const always: Relation = { opens: states, lists: states };
const whenSent: Relation = { opens: sent, lists: sent };
const never: Relation = { opens: [], lists: [] };

const relations: Record<string, Relation> = {
  requester: always,
  manager: whenSent,
  "above the manager": whenSent,
  // The delegate decides on the manager's behalf. Requests that the manager has decided are in none of the delegate's lists.
  delegatee: { opens: openStates, lists: ["waiting"] },
  administrator: whenSent,
  colleague: never,
  "colleague who leads others": never,
  "from outside": never,
  "administrator from outside": never,
  "above, from outside": never,
  "above, without the right to lists": never,
  "has the last word, without the right to lists": never,
};
/** Permissions to see all requests of a request family, in addition to the permission for its lists. */
const seeAllPermissions = Object.values(requestFamilyDefinitions).flatMap(({ permissions }) => permissions.seeAll);

async function createPeople(world: World): Promise<Record<string, Person>> {
  const boss = await world.person("manager", { fullname: "Bea Boss" });
  const delegatee = await world.person("manager", { fullname: "Dele Gatee" });
  const top = await world.person("manager", { fullname: "Otto Outside" });
  const role = await world.tx((tx) => tx.repo(RoleEntity).insert({ name: "No lists", permissions: ["project-list"] }));
  const last = await world.tx((tx) =>
    tx.repo(RoleEntity).insert({ name: "Last word", permissions: seeAllPermissions }),
  );
  const clerk = await world.person("employee", { fullname: "Cleo Clerk", roleId: role.id });
  await world.tx(async (tx) => {
    const users = tx.repo(UserEntity);
    await users.update({ id: top.id }, { external: true });
    await users.update({ id: clerk.id }, { managerId: top.id });
    await users.update({ id: boss.id }, { managerId: clerk.id });
    await users.update({ id: world.manager.id }, { managerId: boss.id });
  });
  const today = new Date().toISOString().slice(0, 10);
  const body = { delegatee_id: delegatee.id, start_date: today, end_date: null };
  requireOk(await world.api(world.manager).post("/delegation", body));
  return {
    requester: world.employee,
    manager: world.manager,
    "above the manager": boss,
    delegatee,
    administrator: world.admin,
    hr: world.hr,
    finance: world.finance,
    colleague: await world.person("employee"),
    "colleague who leads others": await world.person("manager"),
    "from outside": world.external,
    "administrator from outside": await world.person("administrator", { external: true }),
    "above, from outside": top,
    "above, without the right to lists": clerk,
    "has the last word, without the right to lists": await world.person("employee", { roleId: last.id }),
  };
}

/**
 * Creates a request with a file in the given state. Approved requests are approved by the manager and then by the users in `decidesThen`.
 */
async function requestIn(
  world: World,
  { url: at, decidesThen, sentAtOnce, cancel }: FamilyTests,
  state: State,
  draft: () => Promise<number>,
) {
  const id = await draft();
  const [owner, manager] = [world.api(world.employee), world.api(world.manager)];
  const quote = multipart([{ name: "file", value: pdf(), filename: "quote.pdf" }]);
  const uploadResponse = await owner.send({ method: "POST", url: `/approvals/request/${id}/attachment`, ...quote });
  const file = requireOk(uploadResponse).body.data.file.url as string;
  const url = (verb: string) => `${at}/${id}/${verb}`;
  if (state !== "draft" && !sentAtOnce) requireOk(await owner.put(url("send")));
  if (state === "cancelled") await (cancel ? cancel(world, id) : owner.put(url("cancel")).then(requireOk));
  if (state === "approved") {
    requireOk(await manager.put(url("approve")));
    if (decidesThen) requireOk(await world.api(decidesThen(world)).put(url("approve")));
  }
  return { id, file };
}

/**
 * Whether the reader gets live events about the request. Readers without access to its lists get them only for requests that they submitted
 * or can decide.
 */
const isNotified = ({ lists, mine, decides }: RequestReader) => lists || mine || decides;

function copies(world: World, { url }: FamilyTests, { id, file }: { id: number; file: string }) {
  const found = async (person: Person, url: string) => (await world.api(person).get(url)).status === 200;
  const listed = async (person: Person, url: string) => {
    const { status, body } = await world.api(person).get(url);
    if (status !== 200) return false;
    return (body.data as { id?: number; request?: { id: number } }[]).some((one) => (one.request ?? one).id === id);
  };
  const lists = ["mine", "team", "all"].map((scope) => `${url}?scope=${scope}&per_page=100`);
  const inboxes = ["inbox", "sent", "decided"].map((name) => `/approvals/${name}?per_page=100`);
  return {
    opens: {
      detail: (person: Person) => found(person, `${url}/${id}`),
      talk: (person: Person) => found(person, `/approvals/request/${id}`),
      route: (person: Person) => found(person, `/approvals/request/${id}/route`),
      file: (person: Person) => found(person, file),
      live: (person: Person) =>
        world.tx(async (tx) =>
          (await audienceOfRequests(tx, [id])).some((reader) => reader.id === person.id && isNotified(reader)),
        ),
    },
    lists: {
      lists: async (person: Person) => {
        for (const url of [...lists, ...inboxes]) if (await listed(person, url)) return true;
        return false;
      },
    },
  };
}

/** Totals and lists come from different SQL statements, so their counts are compared. */
async function sameCounts(world: World, { url }: FamilyTests, person: Person): Promise<void> {
  for (const scope of ["mine", "team", "all"]) {
    const { status, body } = await world.api(person).get(`${url}?scope=${scope}&per_page=100`);
    if (status !== 200) continue;
    const counted = body.meta.totals ? sumOf(body.meta.totals) : body.meta.total;
    expect([person.fullname, scope, body.meta.total, counted]).toEqual([
      person.fullname,
      scope,
      body.data.length,
      body.data.length,
    ]);
  }
}
const sumOf = (totals: { count: number }[]) => totals.reduce((sum, { count }) => sum + count, 0);

test.each(requestFamilies)(
  "all implementations of request visibility agree for the family %s",
  async (family) => {
    const world = await server.world();
    const tests = await loadFamilyTests(family);
    const { hr, finance } = tests.seenBy;
    const byFamily = { hr: hr ? whenSent : never, finance: finance ? whenSent : never };
    const draft = await tests.drafts(world);
    const people = await createPeople(world);
    for (const state of tests.sentAtOnce ? sent : states) {
      const implementations = copies(world, tests, await requestIn(world, tests, state, draft));
      for (const [name, person] of Object.entries(people)) {
        const relation = { ...relations, ...byFamily }[name] as Relation;
        for (const part of ["opens", "lists"] as const) {
          const results: Record<string, boolean> = {};
          for (const [copy, ask] of Object.entries(implementations[part])) results[copy] = await ask(person);
          const expected = relation[part].includes(state);
          const all = Object.fromEntries(Object.keys(results).map((copy) => [copy, expected]));
          expect([name, state, results]).toEqual([name, state, all]);
        }
      }
    }
    for (const person of Object.values(people)) await sameCounts(world, tests, person);
  },
  180_000,
);
