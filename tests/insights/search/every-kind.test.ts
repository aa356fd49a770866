import { GroupEntity, GroupMemberEntity } from "../../../server/people/groups/group.entity";
import { RoleEntity } from "../../../server/administration/roles/role.entity";
import { UserEntity } from "../../../server/people/people/user.entity";
import { unnamedSql } from "../../../server/platform/database/unit-of-work";
import { setPrivateReader } from "../../../server/people/people/private-reader";
import { registration } from "../../../server/platform/features";
import { ProjectGroupEntity } from "../../../server/work/projects/member.entity";
import type { SearchKind } from "../../../shared/kernel/search";
import { requestFamilies } from "../../../shared/approvals/approvals/families";
import { loadFamilyTests } from "../../approvals/approvals/family-tests";
import { recordsOf } from "../../factories/records";
import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";
import { newProject, newTask, requireOk } from "../../work/projects/projects";

/** Checks that search finds exactly the records that a user may open, by comparing it with each record's own read call. */
const server = testServer();

interface Listed {
  id: number;
  /** Text by which the record is found. */
  q: string;
  parent: number | null;
}

/** Read call of a record; for records within a task, the task's read call and the text that its reply must contain. */
const opens: Record<SearchKind, (record: Listed) => { url: string; holds?: string }> = {
  task: ({ id }) => ({ url: `/task/${id}` }),
  comment: ({ id, parent }) => ({ url: `/task/${parent}`, holds: `"id":${id}` }),
  request_file: ({ id }) => ({ url: `/files/${id}/file` }),
  news_file: ({ id, parent }) => ({ url: `/news/${parent}`, holds: `"id":${id},` }),
  person_file: ({ id, parent }) => ({ url: `/user/${parent}/files`, holds: `"id":${id},` }),
  employment_file: ({ id, parent }) => ({ url: `/user/${parent}/history/files`, holds: `"id":${id},` }),
  file: ({ id, parent }) => ({ url: `/tasks/attachments/${parent}`, holds: `"id":${id}` }),
  project: ({ id }) => ({ url: `/project/single/${id}` }),
  user: ({ id }) => ({ url: `/user/${id}` }),
  client: ({ id }) => ({ url: `/client/single/${id}` }),
  supplier: ({ id }) => ({ url: `/finance/supplier/${id}` }),
  department: ({ id }) => ({ url: `/department/single/${id}` }),
  news: ({ id }) => ({ url: `/news/${id}` }),
  room: ({ id }) => ({ url: "/room?per_page=200", holds: `"id":${id},` }),
  car: ({ id }) => ({ url: "/car?per_page=200", holds: `"id":${id},` }),
  equipment: ({ id }) => ({ url: "/equipment?per_page=200", holds: `"id":${id},` }),
  driver: ({ id }) => ({ url: `/driver/${id}` }),
  booking: ({ id }) => ({ url: `/booking/${id}` }),
  leave: ({ id }) => ({ url: `/leave/leave-request/${id}` }),
  expense: ({ id }) => ({ url: `/expense/claim/${id}` }),
  finance: ({ id }) => ({ url: `/finance/finance-request/${id}` }),
  form: ({ id }) => ({ url: `/vas/vas-template/${id}` }),
  form_request: ({ id }) => ({ url: `/vas/vas-request/${id}` }),
};

/** Creates twelve users with different permissions and relations to the records. */
async function cast(world: World): Promise<Record<string, Person>> {
  const role = (name: string, permissions: RoleEntity["permissions"]) =>
    world.tx((tx) => tx.repo(RoleEntity).insert({ name, permissions }));
  const none = await role("Nothing", []);
  const allProjects = await role("All projects", ["project-all", "project-view"]);
  const boss = await world.person("manager", { fullname: "Bea Boss" });
  await world.tx((tx) => tx.repo(UserEntity).update({ id: world.employee.id }, { managerId: boss.id }));
  return {
    admin: world.admin,
    hr: world.hr,
    manager: world.manager,
    finance: world.finance,
    employee: world.employee,
    external: world.external,
    boss,
    stranger: await world.person("employee", { fullname: "Sam Stranger" }),
    member: await world.person("employee", { fullname: "Mel Member" }),
    "external by group": await world.person("external", { fullname: "Gerd Guest" }),
    "without permissions": await world.person("employee", { fullname: "Nora None", roleId: none.id }),
    "all projects": await world.person("employee", { fullname: "Alla Projects", roleId: allProjects.id }),
  };
}

async function makeRecords(world: World, people: Record<string, Person>): Promise<void> {
  const [member, external] = [people["member"] as Person, people["external by group"] as Person];
  const joined = await recordsOf(world, "Quokka", [member]);
  const other = await newProject(world, { title: "Unshared Wombat" });
  await newTask(world, other.id, { title: "Feed the wombat", description: "<p>Twice a <b>day</b></p>" });
  await world.tx(async (tx) => {
    const group = await tx.repo(GroupEntity).insert({ title: "Guests" });
    await tx.repo(GroupMemberEntity).insert({ groupId: group.id, userId: external.id });
    await tx.repo(ProjectGroupEntity).insert({ projectId: joined.project, groupId: group.id });
  });
  await attachEmploymentFile(world, member.id, "Promotion letter.pdf");
  for (const family of requestFamilies) {
    const { drafts, url, sentAtOnce } = await loadFamilyTests(family);
    const draft = await drafts(world);
    await draft();
    const sent = await draft();
    if (!sentAtOnce) requireOk(await world.api(world.employee).put(`${url}/${sent}/send`));
    if (family !== "booking") await attachFile(world, sent, `${family} quotation.pdf`);
  }
}

const attachEmploymentFile = (world: World, user: number, name: string) =>
  world.tx((tx) =>
    tx.rows(
      unnamedSql(`WITH stored AS (
          INSERT INTO file (tenant_id, name, type, size, storage_key)
          VALUES (current_tenant(), $2, 'application/pdf', 1, '1/09/' || md5($2)) RETURNING id),
        entry AS (
          INSERT INTO user_history (tenant_id, user_id, type, effective_on)
          VALUES (current_tenant(), $1, 'promotion', '2026-01-01') RETURNING id)
        INSERT INTO employment_file (tenant_id, history_id, file_id)
        SELECT current_tenant(), entry.id, stored.id FROM entry, stored`),
      [user, name],
    ),
  );

const attachFile = (world: World, request: number, name: string) =>
  world.tx((tx) =>
    tx.rows(
      unnamedSql(`WITH stored AS (
          INSERT INTO file (tenant_id, name, type, size, storage_key)
          VALUES (current_tenant(), $2, 'application/pdf', 1, '1/09/' || md5($2)) RETURNING id)
        INSERT INTO request_attachment (tenant_id, request_id, file_id, user_id)
        SELECT current_tenant(), $1, id, $3 FROM stored`),
      [request, name, world.employee.id],
    ),
  );

async function recordsOfKind(world: World, kind: string): Promise<Listed[]> {
  const source = registration.filling.searches.get(kind);
  if (!source) throw new Error(`No source of ${kind}`);
  const { id, from, joins = "", columns } = source;
  const text = kind === "comment" ? columns.body : columns.title;
  const rows = await world.tx(async (tx) => {
    await setPrivateReader(tx, world.admin.id);
    return tx.rows<Listed>(
      unnamedSql(
        `SELECT ${id} AS id, left(${text}, 100) AS q, ${columns.parent_id ?? "NULL::bigint"} AS parent FROM ${from} ${joins}`,
      ),
    );
  });
  return rows.filter(({ q }) => /\w/.test(q));
}

async function finds(world: World, person: Person, kind: string, { id, q }: Listed): Promise<boolean> {
  let after: string | null = "";
  do {
    const query = new URLSearchParams({ q, kinds: kind, limit: "50", after });
    const { data, next } = requireOk(await world.api(person).get(`/search?${query}`)).body;
    if ((data as { id: number }[]).some((hit) => hit.id === id)) return true;
    after = next;
  } while (after);
  return false;
}

test("twelve people find by its title each record that they may open, and no other", async () => {
  const world = await server.world();
  const people = await cast(world);
  await makeRecords(world, people);
  const differing: string[] = [];
  const compared: Record<string, [open: number, all: number]> = {};
  for (const kind of Object.keys(opens) as SearchKind[]) {
    const records = await recordsOfKind(world, kind);
    for (const [name, person] of Object.entries(people)) {
      const api = world.api(person);
      for (const record of records) {
        const { url, holds } = opens[kind](record);
        // Files that the caller may read are "not modified"; their bytes are not stored.
        const reply = await api.get(url, { headers: { "if-none-match": "*" } });
        const open =
          (reply.status === 200 || reply.status === 304) && (holds === undefined || reply.text.includes(holds));
        const found = await finds(world, person, kind, record);
        // Other users' bookings can be opened from the plan, but search finds only the user's own bookings.
        const expected = kind === "booking" ? open && found : open;
        if (found !== expected)
          differing.push(`${name} ${found ? "finds" : "misses"} ${kind} ${record.id} "${record.q}"`);
        const counts = (compared[kind] ??= [0, 0]);
        counts[1] += 1;
        if (found) counts[0] += 1;
      }
    }
  }
  expect(differing).toEqual([]);
  // Every kind must have records that some users find.
  expect(Object.entries(compared).filter(([, [open]]) => open === 0)).toEqual([]);
}, 300_000);
