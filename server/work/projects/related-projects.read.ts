import { groupBy } from "../../../shared/kernel/group-by";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { canSeeAllProjects, type Viewer } from "../access/projects.policy";

interface NamedProject {
  id: number;
  title: string;
  code: string;
  color: string;
}

const visible = (column: "department_id" | "client_id") =>
  sql(
    `projects.of.${column}`,
    `SELECT p.${column} AS of_id, p.id, p.title, p.code, p.color FROM project p
     LEFT JOIN project_access a ON a.tenant_id = p.tenant_id AND a.project_id = p.id AND a.user_id = $1
     WHERE p.tenant_id = current_tenant() AND p.${column} = ANY($3) AND p.archived_at IS NULL AND ($2 OR a.role IS NOT NULL)
     ORDER BY p.title COLLATE reader, p.id`,
    { notNull: ["of_id"] },
  );
const ofDepartment = visible("department_id");
const ofClients = visible("client_id");

type Row = NamedProject & { of_id: number };
const presentProjectName = ({ id, title, code, color }: Row): NamedProject => ({ id, title, code, color });

export async function projectsOfDepartment(tx: Tx, viewer: Viewer, id: number): Promise<NamedProject[]> {
  return (await tx.rows<Row>(ofDepartment, [viewer.id, canSeeAllProjects(viewer), [id]])).map(presentProjectName);
}

export async function projectsOfClients(
  tx: Tx,
  viewer: Viewer,
  ids: readonly number[],
): Promise<ReadonlyMap<number, NamedProject[]>> {
  const rows = await tx.rows<Row>(ofClients, [viewer.id, canSeeAllProjects(viewer), ids]);
  return new Map(
    [...groupBy(rows, ({ of_id }) => of_id)].map(([id, projects]) => [id, projects.map(presentProjectName)]),
  );
}
