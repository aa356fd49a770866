import { clientSorts } from "../../../shared/work/clients/clients.schema";
import { canSeeProject } from "../access/projects.policy";
import { matchesSearch } from "../../platform/database/search";
import { sql } from "../../platform/database/unit-of-work";
import { recordStatements } from "../../platform/records/record-statements";

export const clientStatements = recordStatements("clients", {
  table: "client",
  as: "c",
  columns: "c.id, c.version, c.fullname, c.code, c.location, c.phone_number, c.email, c.image",
  matches: matchesSearch("$1", [], ["c.fullname", "c.code", "c.location", "c.email"]),
  sorts: clientSorts,
  order: { fullname: "fullname COLLATE reader", code: "code COLLATE reader", location: "location COLLATE reader" },
});

export const selectClients = sql(
  "clients.select",
  `SELECT id, fullname, image FROM client
   WHERE tenant_id = current_tenant() AND ${matchesSearch("$1", [], ["fullname"])} ORDER BY fullname COLLATE reader, id`,
);

/**
 * References to client $1; projects are named only if reader $2 sees them. `tests/work/clients` compares the tables with the database's foreign
 * keys.
 */
export const selectClientUses = sql(
  "clients.uses",
  `SELECT 'projects' AS kind, count(*)::int AS count,
     (array_agg(title ORDER BY title COLLATE reader) FILTER (WHERE ${canSeeProject("p.id", "$2")}))[1:3] AS names
   FROM project p WHERE tenant_id = current_tenant() AND client_id = $1`,
);

export const moveClientReferences = [
  sql(
    "clients.moveProjects",
    "UPDATE project SET client_id = $2, version = version + 1 WHERE tenant_id = current_tenant() AND client_id = $1",
  ),
] as const;
