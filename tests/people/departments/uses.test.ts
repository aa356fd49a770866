import english from "../../../client/locales/en.json";
import { type Tx, unnamedSql } from "../../../server/platform/database/unit-of-work";
import { type Records, recordsOf } from "../../factories/records";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";

const server = testServer();

let world: World;
let mine: Records;
let beside: Records;

function whatNames({ group, department, position, client, task, project, room, newsArticle: news }: Records): string[] {
  const person = world.employee.id;
  return [
    `INSERT INTO project_group (tenant_id, project_id, group_id) VALUES (current_tenant(), ${project}, ${group})`,
    `INSERT INTO task_group (tenant_id, project_id, task_id, group_id) VALUES (current_tenant(), ${project}, ${task}, ${group})`,
    `INSERT INTO room_group (tenant_id, room_id, group_id) VALUES (current_tenant(), ${room}, ${group})`,
    `INSERT INTO onboarding_template (tenant_id, position, title, duty, group_id, offset_days)
     VALUES (current_tenant(), 7, 'Desk', 'group', ${group}, 0)`,
    `INSERT INTO onboarding_task (tenant_id, person_id, position, title, duty, group_id, offset_days, due_on)
     VALUES (current_tenant(), ${person}, 8, 'Laptop', 'group', ${group}, 0, '2031-01-01')`,
    `INSERT INTO news_audience (tenant_id, article_id, group_id) VALUES (current_tenant(), ${news}, ${group})`,
    `INSERT INTO news_audience (tenant_id, article_id, department_id) VALUES (current_tenant(), ${news}, ${department})`,
    `UPDATE app_user SET department_id = ${department}, position_id = ${position} WHERE id = ${person}`,
    `INSERT INTO department (tenant_id, name, code, parent_id) VALUES (current_tenant(), 'Below', 'BELOW', ${department})`,
    `UPDATE project SET client_id = ${client}, department_id = ${department} WHERE id = ${project}`,
    `UPDATE request SET department_id = ${department} WHERE family = 'leave'`,
    `UPDATE finance_budget SET department_id = ${department} WHERE id = ${mine.budget}`,
    `UPDATE approval_rule SET condition = '{"department_ids": [${department}]}' WHERE name = 'Rule MINE'`,
    `INSERT INTO room_department (tenant_id, room_id, department_id) VALUES (current_tenant(), ${room}, ${department})`,
    `UPDATE form SET draft = '{"title": "Drafted", "audience": {"department_ids": [${department}]}}' WHERE id = ${mine.form}`,
    `UPDATE vacancy SET department_id = ${department}, position_id = ${position} WHERE id = ${mine.vacancy}`,
  ];
}

const inOne = async (tx: Tx, statements: readonly string[]) => {
  for (const statement of statements) await tx.rows(unnamedSql(statement));
};

beforeAll(async () => {
  world = await server.world();
  mine = await recordsOf(world, "MINE");
  beside = await recordsOf({ ...world, admin: await world.person("administrator") }, "OTHER");
  await world.tx((tx) => inOne(tx, whatNames(mine)));
});

const address = { group: "groups", department: "department", position: "position", client: "client" } as const;
type Kind = keyof typeof address;
const deleted = (kind: Kind, id: number) => world.api(world.admin).delete(`/${address[kind]}/${id}`);

test.each<[Kind, string[]]>([
  [
    "group",
    ["projects 1 Project MINE", "tasks 1 Task MINE", "rooms 1 Room MINE", "onboarding 2 Desk,Laptop", "articles 1 "],
  ],
  [
    "department",
    [
      "people 1 Emil Employee",
      "departments 1 Below",
      "projects 1 Project MINE",
      "requests 2 ",
      "budgets 1 2031",
      "rules 1 Rule MINE",
      "rooms 1 Room MINE",
      "forms 1 Drafted",
      "vacancies 1 Position MINE",
      "articles 1 ",
    ],
  ],
  ["position", ["people 1 Emil Employee", "vacancies 1 Position MINE"]],
  ["client", ["projects 1 Project MINE"]],
])("a %s in use lists its references, and an unused one can be deleted", async (kind, uses) => {
  const { status, body } = await deleted(kind, mine[kind]);
  expect([status, body.code]).toEqual([409, "organization.inUse"]);
  const listed = body.data.uses.map(
    (use: { kind: string; count: number; names: string[] }) => `${use.kind} ${use.count} ${use.names.join()}`,
  );
  expect(listed).toEqual(uses);
  for (const use of body.data.uses) expect(english).toHaveProperty([`organization.uses.${use.kind}`]);
  requireOk(await deleted(kind, beside[kind]));
});
