import { permissions } from "../../shared/kernel/permissions";
import { problemStatus } from "../../shared/kernel/problems";
import { RoleEntity } from "../../server/roles/role.entity";
import { type Records, recordsOf } from "../factories/records";
import { digestOf } from "../support/digest";
import { testServer } from "../support/server";
import type { Person, World } from "../support/world";
import { type Scope, scopes, scopesFor } from "../../shared/kernel/scopes";
import { findActor } from "../../server/platform/session";
import { createApiToken, revokeAllApiTokens } from "../../server/session/api-token.service";
import { eventsOf } from "./events";
import { everyCall, exampleOf, fieldsOf, pathWith, requestFor } from "./requests";
import { silent } from "./silent-calls";

/**
 * Every call of the contract × every refusal that all calls share. Nothing is listed by hand: a call that is added to the
 * contract is in here by itself.
 */
const server = testServer();
const all = everyCall;

const victimMark = "VICTIM";
let world: World;
let mine: Records;
/** In no project, with a role that allows nothing. */
let powerless: Person;
/** In no project, with a role that allows everything but seeing all projects. */
let outsider: Person;
let other: World;
let theirs: Records;
/** Their first password was chosen by somebody else. */
let newcomer: Person;
let rowsOfOther: string;

async function withRole(name: string, held: readonly string[]): Promise<Person> {
  const role = await world.tx((tx) => tx.repo(RoleEntity).insert({ name, permissions: held as never }));
  return world.person("employee", { roleId: role.id });
}

beforeAll(async () => {
  world = await server.world();
  mine = await recordsOf(world, "MINE");
  powerless = await withRole("Powerless", []);
  outsider = await withRole(
    "Outsider",
    permissions.filter((permission) => permission !== "project-all"),
  );
  newcomer = await world.person("administrator", { passwordGiven: true });
  other = await server.world();
  theirs = await recordsOf(other, victimMark);
  rowsOfOther = await digestOf(server.owner, other.tenantId);
});

const adminActor = async () => {
  const found = await world.tx((tx) => findActor(tx, world.admin.token));
  if (!found) throw new Error("The administrator isn't signed in");
  return found.actor;
};

const signedIn = all.filter(([, endpoint]) => endpoint.access === "signedIn");
const permitted = all.filter(([, endpoint]) => endpoint.permission);
const withIds = all.filter(([, endpoint]) => fieldsOf(endpoint.params).some((field) => field.entity));
const withInput = all.filter(([, { method, body, query }]) => fieldsOf(method === "GET" ? query : body).length > 0);

test.each(signedIn)("%s: signed out is 401", async (_, endpoint) => {
  const answer = await world.api().send(requestFor(endpoint, mine));
  expect(answer.body.code).toBe("session.required");
  expect(answer.body.message).toBe("Session Expired, please login again.");
});

test.each(signedIn)("%s: a session of another tenant is none here", async (_, endpoint) => {
  const answer = await world.api(other.admin).send(requestFor(endpoint, mine));
  expect(answer.body.code).toBe("session.required");
});

test.each(signedIn)(
  "%s: who needs a second factor and has none is let in to set one up, and nowhere else",
  async (_, endpoint) => {
    const { world: strict, records, admin } = await withRule();
    const answer = await strict.api(admin).send(requestFor(endpoint, records));
    if (endpoint.openWhen?.includes("factorMissing")) {
      if (!endpoint.problems.includes("session.factorMissing"))
        expect(answer.body.code).not.toBe("session.factorMissing");
    } else expect(answer.body.code).toBe("session.factorMissing");
  },
);

test.each(signedIn)("%s: whose password somebody else has chosen changes it first", async (_, endpoint) => {
  const open = endpoint.openWhen?.includes("passwordGiven");
  // One of these signs them out.
  const who = open ? await world.person("administrator", { passwordGiven: true }) : newcomer;
  const { code } = (await world.api(who).send(requestFor(endpoint, mine))).body;
  if (open) expect(code).not.toBe("session.passwordGiven");
  else expect(code).toBe("session.passwordGiven");
});

test.each(all)("%s: an unknown host is 404", async (_, endpoint) => {
  const answer = await world.api(world.admin).with({ host: "nobody.test" }).send(requestFor(endpoint, mine));
  expect(answer.body.code).toBe("tenant.unknown");
});

test.each(permitted)("%s: without the permission it is 403, whether or not the ids exist", async (_, endpoint) => {
  for (const records of [mine, theirs]) {
    const answer = await world.api(powerless).send(requestFor(endpoint, records));
    expect(answer.body.code).toBe("permission.denied");
  }
});

test.each(signedIn)(
  "%s: a personal token does what it was made for, and where nothing opens the call, nothing",
  async (_, endpoint) => {
    const wanted = scopesFor(endpoint);
    const ask = async (held: readonly Scope[]) => {
      const admin = await adminActor();
      const input = { name: "Program", scopes: [...held], days: 30 as const };
      const { token } = await world.tx((tx) => createApiToken(tx, admin, input));
      const answer = await world.api({ ...world.admin, token }).send(requestFor(endpoint, mine));
      await world.tx((tx) => revokeAllApiTokens(tx, world.admin.id));
      return answer.body.code;
    };
    const others = await ask(scopes.filter((scope) => !wanted.includes(scope)));
    expect(others).toBe(wanted.length > 0 ? "apiToken.scopeMissing" : "session.needed");
  },
);

describe("ids", () => {
  afterAll(async () => {
    // Not a byte of the other tenant has changed, whatever was tried below, and there were rows to change.
    expect(await digestOf(server.owner, other.tenantId)).toBe(rowsOfOther);
    expect(rowsOfOther).toMatch(/"name":"task","rows":[1-9]/);
  });

  test.each(withIds)("%s: another tenant's ids in the path are 404, and tell nothing", async (_, endpoint) => {
    const own = requestFor(endpoint, mine);
    for (const who of endpoint.permission ? [world.admin] : [world.admin, world.manager]) {
      const answer = await world.api(who).send({ ...own, url: pathWith(endpoint, theirs) });
      expect(answer.status).toBe(404);
      const nobodys = await world.api(who).send({ ...own, url: pathWith(endpoint, lastIds) });
      expect(nobodys.body).toEqual(answer.body);
    }
  });

  test.each(withIds)("%s: what is no id is 404", async (_, endpoint) => {
    const params = fieldsOf(endpoint.params).filter((field) => field.entity);
    for (const { name, list } of params) {
      for (const garbage of [
        "0",
        "-1",
        "1.5",
        "abc",
        "1e3",
        "99999999999999999999",
        "9007199254740991",
        "%00",
        "1;2",
      ]) {
        const answer = await world.api(world.admin).send({
          ...requestFor(endpoint, mine),
          url: pathWith(endpoint, mine, { [name]: garbage }),
        });
        expect(list ? [404, 422] : [404]).toContain(answer.status);
      }
    }
  });

  test.each(withInput)("%s: another tenant's ids in body or query do nothing and tell nothing", async (_, endpoint) => {
    const schema = endpoint.method === "GET" ? endpoint.query : endpoint.body;
    const example = endpoint.method === "GET" ? endpoint.example?.query : endpoint.example?.body;
    for (const { name, entity, list } of fieldsOf(schema)) {
      if (!entity) continue;
      const input = { ...exampleOf(schema, example, mine), [name]: list ? [theirs[entity]] : theirs[entity] };
      const answer = await world.api(world.admin).send({
        method: endpoint.method,
        url: pathWith(endpoint, mine),
        ...(endpoint.method === "GET" ? { query: flat(input) } : { payload: input }),
      });
      expect([200, 201, 403, 404, 409, 422]).toContain(answer.status);
      expect(answer.text).not.toContain(victimMark);
    }
  });
});

/** No sequence has come this far. */
const lastIds = new Proxy({} as Records, { get: () => 9_007_199_254_740_991 });

const inProject = new Set(["project", "column", "task", "tag", "comment", "subtask", "attachment"]);

test.each(
  withIds.filter(([, endpoint]) => fieldsOf(endpoint.params).some(({ entity }) => inProject.has(entity ?? ""))),
)("%s: whoever isn't in the project gets 404, whatever their role allows", async (_, endpoint) => {
  const answer = await world.api(outsider).send(requestFor(endpoint, mine));
  expect(answer.status).toBe(404);
});

describe("the tenant", () => {
  test.each(all)("%s: inactive is 423, before anything else is looked at", async (_, endpoint) => {
    if (endpoint.openWhen?.includes("tenantInactive")) return;
    const off = await offline();
    for (const who of [off.world.admin, null]) {
      const answer = await off.world.api(who).send(requestFor(endpoint, off.records));
      expect(answer.body.code).toBe("tenant.inactive");
    }
  });

  test.each(all)("%s: an expired plan is 402, except for the way out of it", async (_, endpoint) => {
    const open = endpoint.openWhen?.includes("planExpired");
    // The calls that are let in sign out, or mend the plan: each in a world of its own.
    const { world: expired, records } = await (open ? makeExpired() : withExpiredPlan());
    const answer = await expired.api(expired.admin).send(requestFor(endpoint, records));
    if (open) expect(answer.status).not.toBe(402);
    else expect(answer.body.code).toBe("plan.expired");
  });

  const featured = all.filter(([, endpoint]) => endpoint.feature);
  if (featured.length === 0) return; // tests/platform/guards.test.ts has one of its own

  test.each(featured)("%s: a plan without the feature is 403", async (_, endpoint) => {
    const { world: poor, records } = await withoutFeatures();
    const answer = await poor.api(poor.admin).send(requestFor(endpoint, records));
    expect(answer.body.code).toBe("feature_not_in_plan");
  });
});

describe("the refusals above aren't empty", () => {
  // Calls that change something are let in by tests/matrix/events.test.ts, each among others of its kind.
  const reads = ([, { method, readOnly }]: (typeof all)[number]) => method === "GET" && readOnly;
  const elsewhere = ([name]: (typeof all)[number]) => name in eventsOf || name in silent;

  test.each(all.filter((call) => !elsewhere(call)))(
    "%s: allowed, the same request is let in",
    async (name, endpoint) => {
      const own = reads([name, endpoint]) ? { world, records: mine } : await withOwnRecords();
      const answer = await own.world.api(own.world.admin).send(requestFor(endpoint, own.records));
      if (answer.status < 400) return;
      // What the contract's example runs into by design, e.g. a wrong password.
      expect(endpoint.problems.map((code) => [code, problemStatus[code]])).toContainEqual([
        answer.body.code,
        answer.status,
      ]);
    },
  );
});

async function withOwnRecords() {
  const own = await server.world();
  return { world: own, records: await recordsOf(own, "OWN") };
}

const offline = once(async () => {
  const made = { world: await server.world(), records: {} as Records };
  made.records = await recordsOf(made.world, "OFF");
  await made.world.change({ active: false });
  return made;
});

async function makeExpired() {
  const made = { world: await server.world(), records: {} as Records };
  made.records = await recordsOf(made.world, "EXPIRED");
  await made.world.change({ planEndsAt: new Date(Date.now() - 1_000) });
  return made;
}
const withExpiredPlan = once(makeExpired);

/** Each call with a session of its own: some of them end it. */
async function withRule() {
  const { world: strict, records } = await strictly();
  return { world: strict, records, admin: { ...strict.admin, ...(await strict.signIn(strict.admin)) } };
}
const strictly = once(async () => {
  const made = { world: await server.world(), records: {} as Records };
  made.records = await recordsOf(made.world, "STRICT");
  await server.owner.query("DELETE FROM passkey WHERE tenant_id = $1", [made.world.tenantId]);
  await server.owner.query("UPDATE tenant SET second_factor_since = now() WHERE id = $1", [made.world.tenantId]);
  return made;
});

const withoutFeatures = once(async () => {
  const made = { world: await server.world(), records: {} as Records };
  made.records = await recordsOf(made.world, "POOR");
  await made.world.change({ plan: "free" });
  return made;
});

function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | null = null;
  return () => (made ??= make());
}

function flat(input: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]));
}
