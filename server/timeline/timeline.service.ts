import type { QueryOf } from "../../shared/kernel/endpoint";
import { pageMetaOf, pageOf } from "../../shared/kernel/paging";
import type { ProjectRole } from "../../shared/kernel/permissions";
import { Problem } from "../../shared/kernel/problems";
import type { readTimeline } from "../../shared/timeline/timeline.contract";
import { RawJson } from "../platform/http/serve/serve";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { effectiveRole, may, seesAllProjects, type Viewer } from "../projects/projects.policy";
import { mostOnBoard, readBoardsJson } from "../tasks/boards.service";

/** $1 person, $2 whether they see every project, $3 one project only (null: all that aren't archived), $4 limit, $5 offset. */
const seen = sql(
  "timeline.projects",
  `SELECT p.id, p.title, p.code, p.color, p.start_date::text AS start_date, p.end_date::text AS end_date,
          p.archived_at IS NOT NULL AS archived, a.role, count(*) OVER ()::int AS total,
          (SELECT count(*)::int FROM task t WHERE t.tenant_id = p.tenant_id AND t.project_id = p.id AND t.archived_at IS NULL) AS cards
   FROM project p
   LEFT JOIN project_access a ON a.tenant_id = current_tenant() AND a.project_id = p.id AND a.user_id = $1
   WHERE p.tenant_id = current_tenant() AND ($2 OR a.role IS NOT NULL)
     AND CASE WHEN $3::bigint IS NULL THEN p.archived_at IS NULL ELSE p.id = $3 END
   ORDER BY lower(p.title), p.id LIMIT $4 OFFSET $5`,
);

interface Row {
  id: number;
  title: string;
  code: string;
  color: string;
  start_date: string | null;
  end_date: string | null;
  archived: boolean;
  role: ProjectRole | null;
  total: number;
  /** On its board. */
  cards: number;
}

/** A page is so many projects with all their tasks. */
const perPage = 20;
/** Cards of a page. A page of large projects would be hundreds of megabytes; each of them is asked for by itself. */
const mostCards = mostOnBoard;

/**
 * The projects the viewer sees, by title, each with its board, or without where a page would be too long. Two statements, however
 * many projects there are.
 * @throws Problem 404 when the project that is asked for doesn't exist or isn't theirs to see.
 */
export async function readTimelineJson(tx: Tx, viewer: Viewer, query: QueryOf<typeof readTimeline>): Promise<RawJson> {
  const page = pageOf(query, perPage);
  const one = query.project_id ?? null;
  const rows = await tx.rows<Row>(seen, [viewer.id, seesAllProjects(viewer), one, page.perPage, page.offset]);
  if (one !== null && rows.length === 0 && page.page === 1) throw new Problem("notFound");
  const boards = await readBoardsJson(tx, one === null ? fittingIn(rows) : [one]);
  const data = rows.map(({ role, total: _, cards: __, ...facts }) => {
    const effective = effectiveRole(viewer, role);
    const edit = effective !== null && may(viewer, "task-edit", { role: effective, archived: facts.archived });
    return `${JSON.stringify({ ...facts, can: { edit } }).slice(0, -1)},"board":${boards.get(facts.id) ?? null}}`;
  });
  const meta = pageMetaOf(page, rows[0]?.total ?? 0);
  return new RawJson(`{"data":[${data.join()}],"meta":${JSON.stringify(meta)}}`);
}

/** The projects whose boards fit into one answer, in their order. */
function fittingIn(rows: readonly Row[]): number[] {
  let room = mostCards;
  return rows.flatMap(({ id, cards }) => {
    if (cards > room) return [];
    room -= cards;
    return id;
  });
}
