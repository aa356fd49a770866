import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import path from "node:path";
import { sql } from "../../server/platform/database/unit-of-work";
import type { Person, World } from "../support/world";
import type { InsertOne, MakeRecords } from "./await-records";

/** Entities that tests name explicitly; entities of the matrix tests are derived from the contract. */
type RecordName =
  | "project"
  | "column"
  | "task"
  | "tag"
  | "comment"
  | "session"
  | "timeEntry"
  | "user"
  | "colleague"
  | "role"
  | "budget"
  | "client"
  | "department"
  | "financeRequest"
  | "form"
  | "group"
  | "leaveType"
  | "newsArticle"
  | "notification"
  | "position"
  | "room"
  | "vacancy";

/** Ids of the created records by the name of their entity. */
export type Records = Record<RecordName, number> & Readonly<Record<string, number>>;

const folder = path.join(__dirname, "..");

/** The factories of all features, in the order of their paths. */
const factories = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".records.ts"))
  .toSorted()
  .map((file) => (require(path.join(folder, file)) as { makeRecords: MakeRecords }).makeRecords);

const insertFile = sql(
  "factory.file",
  `INSERT INTO file (tenant_id, name, type, size, storage_key) VALUES (current_tenant(), $1, 'application/pdf', 1, $2) RETURNING id`,
);

/** Day or position derived from the mark, so that two marks of one tenant don't collide on unique keys. */
const placeOf = (mark: string) => 1 + (mark.charCodeAt(0) % 28);

/** Storage key of a file; no bytes are stored. */
const keyOf = (mark: string, at: number) => `1/0${at}/${createHash("sha1").update(mark).digest("hex")}`;

/**
 * Creates one record of each kind with `mark` in every text, through the API as the manager where possible. Records of a user belong to the
 * administrator; `joins` are added to the project as members.
 */
export async function recordsOf(world: World, mark: string, joins: Pick<Person, "id">[] = []): Promise<Records> {
  const { admin, manager, employee } = world;
  const as = world.api(manager);
  const project = (await as.post("/project", { title: `Project ${mark}` })).body.data.id as number;
  const people = [manager, ...joins].map(({ id }, at) => ({ user_id: id, role: at === 0 ? "owner" : "member" }));
  if (joins.length > 0) await as.put(`/project/${project}/members`, { members: people });
  const columns = (await as.get(`/project/${project}/task_tatus`)).body.data as { id: number }[];
  const column = columns[0]?.id as number;
  const task = (await as.post("/task", { title: `Task ${mark}`, task_status_id: column })).body.data.id as number;
  const tag = (await as.post("/project/tags", { project_id: project, name: `Tag ${mark}` })).body.data.id as number;
  const comment = (await world.api(admin).post("/comments", { task_id: task, comment: `Comment ${mark}` })).body.data
    .id as number;
  const entry = { task_id: task, date: "2026-11-17", hours: 1, minutes: 0, note: `Note ${mark}` };
  const timeEntry = (await world.api(admin).post("/time-entry", entry)).body.data.id as number;
  const { sessionId: session } = await world.signIn(admin);
  const rest = await world.tx(async (tx) => {
    const one: InsertOne = async (statement, values = []) =>
      (await tx.one<{ id: number }>(statement, values))?.id as number;
    let files = 0;
    const fileOf = () => one(insertFile, [`${mark}.pdf`, keyOf(mark, files++)]);
    const context = { mark, place: placeOf(mark), admin: admin.id, employee: employee.id, task, file: fileOf };
    const idByRecord: Record<string, number> = {};
    // Sequential, so that ids are assigned in the same order each time.
    for (const makeRecords of factories) Object.assign(idByRecord, await makeRecords(one, context));
    return idByRecord;
  });
  const ownRecords = { project, column, task, tag, comment, session, timeEntry };
  return { ...ownRecords, user: employee.id, colleague: admin.id, role: world.roles.employee, ...rest } as Records;
}
