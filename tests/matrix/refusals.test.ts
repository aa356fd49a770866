import { permissions, scopes } from "../../shared/access";
import { problemStatus } from "../../shared/kernel/problems";
import { RoleEntity } from "../../server/administration/roles/role.entity";
import { type Records, recordsOf } from "../factories/records";
import { tenantDigestOf } from "../support/digest";
import { type SavedTenant, saveTenant } from "../support/saved-tenant";
import { testServer } from "../support/server";
import type { Person, World } from "../support/world";
import { type Scope, scopesFor } from "../../shared/kernel/scopes";
import { findActor } from "../../server/platform/session";
import { createApiToken, revokeAllApiTokens } from "../../server/identity/session/api-token.service";
import {
  allCalls,
  changingCalls,
  examplePayloadOf,
  idOf,
  pathWithRecordIds,
  requestFor,
  schemaFieldsOf,
} from "./requests";
import { callsRefusedByExample } from "./calls-without-events";

/** Tests every call of the contract with every refusal that all calls share. Calls added to the contract are included automatically. */
const server = testServer();
const all = allCalls;

const victimMark = "VICTIM";
let world: World;
let mine: Records;
/** User in no project, whose role has no permissions. */
let powerless: Person;
/** User in no project, whose role has every permission except seeing all projects. */
let outsider: Person;
let other: World;
let theirs: Records;
/** User whose initial password was set by an administrator. */
let newcomer: Person;
let rowsOfOther: string;

async function withRole(name: string, permissions: readonly string[]): Promise<Person> {
  const role = await world.tx((tx) => tx.repo(RoleEntity).insert({ name, permissions: permissions as never }));
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
  rowsOfOther = await tenantDigestOf(server.owner, other.tenantId);
});

const adminActor = async () => {
  const found = await world.tx((tx) => findActor(tx, world.admin.token));
  if (!found) throw new Error("The administrator isn't signed in");
  return found.actor;
};

const signedIn = all.filter(([, endpoint]) => endpoint.access === "signedIn");
const permitted = all.filter(([, endpoint]) => endpoint.permission);
const withIds = all.filter(([, endpoint]) => schemaFieldsOf(endpoint.params).some((field) => field.entity));
const withInput = all.filter(
  ([, { method, body, query }]) => schemaFieldsOf(method === "GET" ? query : body).length > 0,
);

test.each(signedIn)("%s: without a session the response is 401", async (_, endpoint) => {
  const answer = await world.api().send(requestFor(endpoint, mine));
  expect(answer.body.code).toBe("session.required");
  expect(answer.body.message).toBe("Session Expired, please login again.");
});

test.each(signedIn)("%s: another tenant's session gets 401", async (_, endpoint) => {
  const answer = await world.api(other.admin).send(requestFor(endpoint, mine));
  expect(answer.body.code).toBe("session.required");
});

test.each(signedIn)("%s: a user without the required second factor may only set one up", async (_, endpoint) => {
  const { world: strict, records, admin } = await withRule();
  const answer = await strict.api(admin).send(requestFor(endpoint, records));
  if (endpoint.openWhen?.includes("factorMissing")) {
    if (!endpoint.problems.includes("session.factorMissing"))
      expect(answer.body.code).not.toBe("session.factorMissing");
  } else expect(answer.body.code).toBe("session.factorMissing");
});

test.each(signedIn)("%s: an initial password set by another user must be changed first", async (_, endpoint) => {
  const open = endpoint.openWhen?.includes("passwordGiven");
  // A new user, since one of these calls signs out.
  const who = open ? await world.person("administrator", { passwordGiven: true }) : newcomer;
  const { code } = (await world.api(who).send(requestFor(endpoint, mine))).body;
  if (open) expect(code).not.toBe("session.passwordGiven");
  else expect(code).toBe("session.passwordGiven");
});

test.each(all)("%s: an unknown host gets 404", async (_, endpoint) => {
  const answer = await world.api(world.admin).with({ host: "nobody.test" }).send(requestFor(endpoint, mine));
  expect(answer.body.code).toBe("tenant.unknown");
});

test.each(permitted)("%s: a user without permission gets 403, whether or not the ids exist", async (_, endpoint) => {
  for (const records of [mine, theirs]) {
    const answer = await world.api(powerless).send(requestFor(endpoint, records));
    expect(answer.body.code).toBe("permission.denied");
  }
});

test.each(signedIn)("%s: a personal token works only within its scopes", async (_, endpoint) => {
  const requiredScopes = scopesFor(endpoint);
  const ask = async (tokenScopes: readonly Scope[]) => {
    const admin = await adminActor();
    const input = { name: "Program", scopes: [...tokenScopes], days: 30 as const };
    const { token } = await world.tx((tx) => createApiToken(tx, admin, input));
    const answer = await world.api({ ...world.admin, token }).send(requestFor(endpoint, mine));
    await world.tx((tx) => revokeAllApiTokens(tx, world.admin.id));
    return answer.body.code;
  };
  const others = await ask(scopes.filter((scope) => !requiredScopes.includes(scope)));
  expect(others).toBe(requiredScopes.length > 0 ? "apiToken.scopeMissing" : "session.needed");
});

describe("ids", () => {
  afterAll(async () => {
    // The other tenant's rows are unchanged by all calls below, and there were rows to change.
    expect(await tenantDigestOf(server.owner, other.tenantId)).toBe(rowsOfOther);
    expect(rowsOfOther).toMatch(/"name":"task","rows":[1-9]/);
  });

  test.each(withIds)("%s: another tenant's ids in the path get 404, like unknown ids", async (_, endpoint) => {
    const own = requestFor(endpoint, mine);
    for (const who of endpoint.permission ? [world.admin] : [world.admin, world.manager]) {
      const answer = await world.api(who).send({ ...own, url: pathWithRecordIds(endpoint, theirs) });
      expect(answer.status).toBe(404);
      const nobodys = await world.api(who).send({ ...own, url: pathWithRecordIds(endpoint, lastIds) });
      expect(nobodys.body).toEqual(answer.body);
    }
  });

  test.each(withInput)(
    "%s: another tenant's ids in body or query do nothing and reveal nothing",
    async (_, endpoint) => {
      const schema = endpoint.method === "GET" ? endpoint.query : endpoint.body;
      const example = endpoint.method === "GET" ? endpoint.example?.query : endpoint.example?.body;
      for (const { name, entity, list } of schemaFieldsOf(schema)) {
        if (!entity) continue;
        const input = {
          ...examplePayloadOf(schema, example, mine),
          [name]: list ? [idOf(theirs, entity)] : idOf(theirs, entity),
        };
        const answer = await world.api(world.admin).send({
          method: endpoint.method,
          url: pathWithRecordIds(endpoint, mine),
          ...(endpoint.method === "GET" ? { query: flat(input) } : { payload: input }),
        });
        expect([200, 201, 403, 404, 409, 422]).toContain(answer.status);
        expect(answer.text).not.toContain(victimMark);
      }
    },
  );
});

const lastIds = new Proxy({} as Records, { get: () => 9_007_199_254_740_991 });

const inProject = new Set(["project", "column", "task", "tag", "comment", "subtask", "attachment"]);

test.each(
  withIds.filter(([, endpoint]) => schemaFieldsOf(endpoint.params).some(({ entity }) => inProject.has(entity ?? ""))),
)("%s: non-members of the project get 404, whatever their role", async (_, endpoint) => {
  const answer = await world.api(outsider).send(requestFor(endpoint, mine));
  expect(answer.status).toBe(404);
});

describe("tenant state", () => {
  test.each(all)("%s: an inactive tenant gets 423, before any other check", async (_, endpoint) => {
    if (endpoint.openWhen?.includes("tenantInactive")) return;
    const off = await offline();
    for (const who of [off.world.admin, null]) {
      const answer = await off.world.api(who).send(requestFor(endpoint, off.records));
      expect(answer.body.code).toBe("tenant.inactive");
    }
  });

  test.each(all)("%s: an expired plan gets 402, except for calls that renew it", async (_, endpoint) => {
    const open = endpoint.openWhen?.includes("planExpired");
    const { world: expired, records, saved } = await withExpiredPlan();
    const answer = await expired.api(expired.admin).send(requestFor(endpoint, records));
    if (open) await saved.restore(); // since allowed calls sign out or renew the plan
    if (open) expect(answer.status).not.toBe(402);
    else expect(answer.body.code).toBe("plan.expired");
  });

  const featured = all.filter(([, endpoint]) => endpoint.feature);
  if (featured.length === 0) return; // covered by tests/platform/guards.test.ts

  test.each(featured)("%s: a plan without the feature gets 403", async (_, endpoint) => {
    const { world: poor, records } = await withoutFeatures();
    const answer = await poor.api(poor.admin).send(requestFor(endpoint, records));
    expect(answer.body.code).toBe("feature_not_in_plan");
  });
});

describe("allowed requests", () => {
  // Changing calls are tested in tests/matrix/events.test.ts, each with unrelated records.
  const reads = ([, { method, readOnly }]: (typeof all)[number]) => method === "GET" && readOnly;
  const changing = new Set(changingCalls.map(([name]) => name));
  const elsewhere = ([name]: (typeof all)[number]) => changing.has(name) && !callsRefusedByExample.includes(name);

  test.each(all.filter((call) => !elsewhere(call)))(
    "%s: a user with the permission may make the same request",
    async (name, endpoint) => {
      const own = await withOwnRecords();
      const answer = await own.world.api(own.world.admin).send(requestFor(endpoint, own.records));
      if (!reads([name, endpoint])) await own.saved.restore();
      if (answer.status < 400) return;
      // Only refusals that the contract's example causes by design are allowed, e.g. a wrong password.
      expect(endpoint.problems.map((code) => [code, problemStatus[code]])).toContainEqual([
        answer.body.code,
        answer.status,
      ]);
    },
  );
});

/** Tenants whose rows are restored after calls that change them. */
const savedTenants: SavedTenant[] = [];
afterAll(() => savedTenants.forEach((each) => each.close()));

async function saveRows({ tenantId }: World): Promise<SavedTenant> {
  const saved = await saveTenant(server.owner, tenantId);
  savedTenants.push(saved);
  return saved;
}

const withOwnRecords = once(async () => {
  const tenant = { world: await server.world(), records: {} as Records };
  tenant.records = await recordsOf(tenant.world, "OWN");
  return { ...tenant, saved: await saveRows(tenant.world) };
});

const offline = once(async () => {
  const tenant = { world: await server.world(), records: {} as Records };
  tenant.records = await recordsOf(tenant.world, "OFF");
  await tenant.world.change({ active: false });
  return tenant;
});

const withExpiredPlan = once(async () => {
  const tenant = { world: await server.world(), records: {} as Records };
  tenant.records = await recordsOf(tenant.world, "EXPIRED");
  await tenant.world.change({ planEndsAt: new Date(Date.now() - 1_000) });
  return { ...tenant, saved: await saveRows(tenant.world) };
});

/** Uses a new session per call, since some calls end it. */
async function withRule() {
  const { world: strict, records } = await strictly();
  return { world: strict, records, admin: { ...strict.admin, ...(await strict.signIn(strict.admin)) } };
}
const strictly = once(async () => {
  const tenant = { world: await server.world(), records: {} as Records };
  tenant.records = await recordsOf(tenant.world, "STRICT");
  await server.owner.query("DELETE FROM passkey WHERE tenant_id = $1", [tenant.world.tenantId]);
  await server.owner.query("UPDATE tenant SET second_factor_since = now() WHERE id = $1", [tenant.world.tenantId]);
  return tenant;
});

const withoutFeatures = once(async () => {
  const tenant = { world: await server.world(), records: {} as Records };
  tenant.records = await recordsOf(tenant.world, "POOR");
  await tenant.world.change({ plan: "free" });
  return tenant;
});

function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let result: Promise<Made> | null = null;
  return () => (result ??= make());
}

function flat(input: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]));
}
