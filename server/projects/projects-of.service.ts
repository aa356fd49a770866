import { sql, type Tx } from "../platform/database/unit-of-work";
import { seesAllProjects, type Viewer } from "./projects.policy";

interface NamedProject {
  id: number;
  title: string;
  code: string;
  color: string;
}

const visible = (column: "department_id" | "client_id") =>
  sql(
    `projects.of.${column}`,
    `SELECT p.id, p.title, p.code, p.color FROM project p
     LEFT JOIN project_access a ON a.tenant_id = p.tenant_id AND a.project_id = p.id AND a.user_id = $1
     WHERE p.tenant_id = current_tenant() AND p.${column} = $3 AND p.archived_at IS NULL AND ($2 OR a.role IS NOT NULL)
     ORDER BY lower(p.title), p.id`,
  );
const ofDepartment = visible("department_id");
const ofClient = visible("client_id");

/** The projects of a department that the viewer may see. */
export const projectsOfDepartment = (tx: Tx, viewer: Viewer, id: number): Promise<NamedProject[]> =>
  tx.rows<NamedProject>(ofDepartment, [viewer.id, seesAllProjects(viewer), id]);

/** The projects for a client that the viewer may see. */
export const projectsOfClient = (tx: Tx, viewer: Viewer, id: number): Promise<NamedProject[]> =>
  tx.rows<NamedProject>(ofClient, [viewer.id, seesAllProjects(viewer), id]);
