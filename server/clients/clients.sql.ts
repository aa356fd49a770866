import { seesProject } from "../projects/projects-seen.policy";
import { sql } from "../platform/database/unit-of-work";

const columns = "c.id, c.fullname, c.code, c.location, c.phone_number, c.email, c.image, c.version";

const orders = {
  fullname: "lower(fullname), id",
  "-fullname": "lower(fullname) DESC, id",
  code: "lower(code) NULLS LAST, lower(fullname), id",
  "-code": "lower(code) DESC NULLS LAST, lower(fullname), id",
  location: "lower(location) NULLS LAST, lower(fullname), id",
  "-location": "lower(location) DESC NULLS LAST, lower(fullname), id",
} as const;
export type ClientSort = keyof typeof orders;

/** $1 text to look for or null, $2 how many or null for all, $3 after how many. */
export const listClients = (sort: ClientSort) =>
  sql(
    `clients.list.${sort}`,
    `SELECT ${columns}, count(*) OVER ()::int AS total FROM client c
     WHERE c.tenant_id = current_tenant() AND ($1::text IS NULL OR lower(c.fullname) LIKE $1 OR lower(c.code) LIKE $1
       OR lower(c.location) LIKE $1 OR lower(c.email) LIKE $1)
     ORDER BY ${orders[sort]} LIMIT $2 OFFSET $3`,
  );

export const clientById = sql(
  "clients.byId",
  `SELECT ${columns} FROM client c WHERE c.tenant_id = current_tenant() AND c.id = $1`,
);

export const selectClients = sql(
  "clients.select",
  `SELECT id, fullname, image FROM client
   WHERE tenant_id = current_tenant() AND ($1::text IS NULL OR lower(fullname) LIKE $1) ORDER BY lower(fullname), id`,
);

export const lockClient = sql(
  "clients.lock",
  "SELECT id FROM client WHERE tenant_id = current_tenant() AND id = $1 FOR NO KEY UPDATE",
);

/** The client and its successor, which mustn't go meanwhile, in the order of their ids. */
export const lockForDeletion = sql(
  "clients.lockForDeletion",
  "SELECT id FROM client WHERE tenant_id = current_tenant() AND id = ANY($1) ORDER BY id FOR UPDATE",
);

/** What names client $1; $2 who asks: projects are named to those who see them. `tests/clients` compares the tables with the database's own list of what points to one. */
export const clientUses = sql(
  "clients.uses",
  `SELECT 'projects' AS kind, count(*)::int AS count,
     (array_agg(title ORDER BY lower(title)) FILTER (WHERE ${seesProject("p.id", "$2")}))[1:3] AS names
   FROM project p WHERE tenant_id = current_tenant() AND client_id = $1`,
);

export const moveClient = [
  sql(
    "clients.moveProjects",
    "UPDATE project SET client_id = $2, version = version + 1 WHERE tenant_id = current_tenant() AND client_id = $1",
  ),
] as const;
