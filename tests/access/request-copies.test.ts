import { RoleEntity } from "../../server/roles/role.entity";
import { UserEntity } from "../../server/people/user.entity";
import { audienceOf, type Reader } from "../../server/approvals/request-audience.service";
import { families, requestFamilies } from "../../shared/requests/families";
import { type FamilyTests, testsOf } from "../requests/family-tests";
import { multipart } from "../support/multipart";
import { pdf } from "../support/sample-files";
import { testServer } from "../support/server";
import type { Person, World } from "../support/world";
import { ok } from "../tasks/board";

/**
 * Who may see a request is decided in TypeScript, in SQL for lists, sums and files, and again for who is told of it live.
 * Each copy is asked for everybody: role × from outside or not × what the request is to them × its state, of all families.
 */
const server = testServer();

const states = ["draft", "waiting", "approved", "cancelled"] as const;
type State = (typeof states)[number];
const sent: readonly State[] = ["waiting", "approved", "cancelled"];
const living: readonly State[] = ["waiting", "approved"];

interface Relation {
  /** In which states they open it: the request, what is said and laid with it, its route, its files, and live. */
  opens: readonly State[];
  /** In which of these it stands in one of their lists. */
  lists: readonly State[];
}
const always: Relation = { opens: states, lists: states };
const whenSent: Relation = { opens: sent, lists: sent };
const never: Relation = { opens: [], lists: [] };

/** What each is to the request of the employee, whose manager is asked. */
const relations: Record<string, Relation> = {
  requester: always,
  manager: whenSent,
  "above the manager": whenSent,
  // Decides for the manager: what the manager has decided themself stands in none of their lists.
  delegatee: { opens: living, lists: ["waiting"] },
  administrator: whenSent,
  colleague: never,
  "colleague who leads others": never,
  "from outside": never,
  "administrator from outside": never,
  "above, from outside": never,
  "above, without the right to lists": never,
  "has the last word, without the right to lists": never,
};
/** What lets somebody see all requests of a family, with the right to its lists. */
const lastWords = Object.values(families).flatMap(({ permissions }) => permissions.seeAll);

async function everybody(world: World): Promise<Record<string, Person>> {
  const boss = await world.person("manager", { fullname: "Bea Boss" });
  const delegatee = await world.person("manager", { fullname: "Dele Gatee" });
  const top = await world.person("manager", { fullname: "Otto Outside" });
  const role = await world.tx((tx) => tx.repo(RoleEntity).insert({ name: "No lists", permissions: ["project-list"] }));
  const last = await world.tx((tx) => tx.repo(RoleEntity).insert({ name: "Last word", permissions: lastWords }));
  const clerk = await world.person("employee", { fullname: "Cleo Clerk", roleId: role.id });
  await world.tx(async (tx) => {
    const users = tx.repo(UserEntity);
    await users.update({ id: top.id }, { external: true });
    await users.update({ id: clerk.id }, { parentId: top.id });
    await users.update({ id: boss.id }, { parentId: clerk.id });
    await users.update({ id: world.manager.id }, { parentId: boss.id });
  });
  const today = new Date().toISOString().slice(0, 10);
  const body = { delegatee_id: delegatee.id, start_date: today, end_date: null };
  ok(await world.api(world.manager).post("/delegation", body));
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

/** A request in a state, with a file: decided by the manager, and where a role is asked as well, by its people. */
async function requestIn(
  world: World,
  { url: at, decidesThen, sentAtOnce, cancel }: FamilyTests,
  state: State,
  draft: () => Promise<number>,
) {
  const id = await draft();
  const [owner, manager] = [world.api(world.employee), world.api(world.manager)];
  const quote = multipart([{ name: "file", value: pdf(), filename: "quote.pdf" }]);
  const laid = await owner.send({ method: "POST", url: `/approvals/request/${id}/attachment`, ...quote });
  const file = ok(laid).body.data.file.url as string;
  const url = (verb: string) => `${at}/${id}/${verb}`;
  if (state !== "draft" && !sentAtOnce) ok(await owner.put(url("send")));
  if (state === "cancelled") await (cancel ? cancel(world, id) : owner.put(url("cancel")).then(ok));
  if (state === "approved") {
    ok(await manager.put(url("approve")));
    if (decidesThen) ok(await world.api(decidesThen(world)).put(url("approve")));
  }
  return { id, file };
}

/** Whoever may not open lists hears of it only where the inbox shows it. */
const hears = ({ lists, mine, decides }: Reader) => lists || mine || decides;

/** Each copy of the rule, as what it says of one person and one request. */
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
        world.tx(async (tx) => (await audienceOf(tx, [id])).some((reader) => reader.id === person.id && hears(reader))),
    },
    lists: {
      lists: async (person: Person) => {
        for (const url of [...lists, ...inboxes]) if (await listed(person, url)) return true;
        return false;
      },
    },
  };
}

/** How many there are is counted by another statement than the one that lists them. */
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
  "every copy says the same of everybody, in every state: %s",
  async (family) => {
    const world = await server.world();
    const tests = await testsOf(family);
    const { hr, finance } = tests.seenBy;
    const byFamily = { hr: hr ? whenSent : never, finance: finance ? whenSent : never };
    const draft = await tests.drafts(world);
    const people = await everybody(world);
    for (const state of tests.sentAtOnce ? sent : states) {
      const asked = copies(world, tests, await requestIn(world, tests, state, draft));
      for (const [name, person] of Object.entries(people)) {
        const relation = { ...relations, ...byFamily }[name] as Relation;
        for (const part of ["opens", "lists"] as const) {
          const said: Record<string, boolean> = {};
          for (const [copy, ask] of Object.entries(asked[part])) said[copy] = await ask(person);
          const expected = relation[part].includes(state);
          const all = Object.fromEntries(Object.keys(said).map((copy) => [copy, expected]));
          expect([name, state, said]).toEqual([name, state, all]);
        }
      }
    }
    for (const person of Object.values(people)) await sameCounts(world, tests, person);
  },
  180_000,
);
