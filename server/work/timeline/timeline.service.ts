import type { QueryOf } from "../../../shared/kernel/endpoint";
import { pageMetaOf, pageOf } from "../../../shared/kernel/paging";
import type { ProjectRole } from "../../../shared/kernel/permissions";
import { Problem } from "../../../shared/kernel/problems";
import type { readTimeline } from "../../../shared/work/timeline/timeline.contract";
import { RawJson } from "../../platform/http/serve/answers";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { effectiveRole, mayInProject, canSeeAllProjects, type Viewer } from "../access/projects.policy";
import { maxBoardCards, readBoardsJson } from "../tasks/boards.service";

/**
 * A page of the visible projects. $1 user, $2 whether the user sees all projects, $3 a single project (null: all that aren't archived), $4
 * limit, $5 offset.
 */
const selectVisibleProjects = sql(
  "timeline.projects",
  `SELECT p.id, p.title, p.code, p.color, p.start_date::text AS start_date, p.end_date::text AS end_date,
          p.archived_at IS NOT NULL AS archived, a.role, count(*) OVER ()::int AS total,
          (SELECT count(*)::int FROM task t WHERE t.tenant_id = p.tenant_id AND t.project_id = p.id AND t.archived_at IS NULL) AS cards
   FROM project p
   LEFT JOIN project_access a ON a.tenant_id = current_tenant() AND a.project_id = p.id AND a.user_id = $1
   WHERE p.tenant_id = current_tenant() AND ($2 OR a.role IS NOT NULL)
     AND CASE WHEN $3::bigint IS NULL THEN p.archived_at IS NULL ELSE p.id = $3 END
   ORDER BY p.title COLLATE reader, p.id LIMIT $4 OFFSET $5`,
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
  cards: number;
}

/** Projects per page; each is returned with all its tasks. */
const perPage = 20;
const maxProjects = 1_000;
/**
 * Maximum number of cards per page, because pages of large projects could be hundreds of megabytes. Boards beyond the limit are requested
 * individually.
 */
const maxCards = maxBoardCards;

/**
 * The visible projects by title, with their boards up to the page's card limit. Runs two statements for any number of projects.
 * @throws Problem 404 when the requested project doesn't exist or isn't visible.
 */
export async function readTimelineJson(tx: Tx, viewer: Viewer, query: QueryOf<typeof readTimeline>): Promise<RawJson> {
  const page = pageOf(query, perPage);
  const one = query.project_id ?? null;
  const rows = await tx.rows<Row>(selectVisibleProjects, [
    viewer.id,
    canSeeAllProjects(viewer),
    one,
    page.perPage,
    page.offset,
  ]);
  if (one !== null && rows.length === 0 && page.page === 1) throw new Problem("notFound");
  const boards = await readBoardsJson(tx, one === null ? fittingIn(rows) : [one]);
  const data = rows.map(({ role, total: _, cards: __, ...facts }) => {
    const effective = effectiveRole(viewer, role);
    const edit = effective !== null && mayInProject(viewer, "task-edit", { role: effective, archived: facts.archived });
    return `${JSON.stringify({ ...facts, can: { edit } }).slice(0, -1)},"board":${boards.get(facts.id) ?? null}}`;
  });
  const meta = pageMetaOf(page, rows[0]?.total ?? 0);
  return new RawJson(`{"data":[${data.join()}],"meta":${JSON.stringify(meta)}}`);
}

/** The visible projects by title whose boards fit into one response together. */
export async function readProjectsWithBoards(tx: Tx, viewer: Viewer): Promise<number[]> {
  return fittingIn(
    await tx.rows<Row>(selectVisibleProjects, [viewer.id, canSeeAllProjects(viewer), null, maxProjects, 0]),
  );
}

/** The projects whose boards fit into one response, in order. */
function fittingIn(rows: readonly Row[]): number[] {
  let room = maxCards;
  return rows.flatMap(({ id, cards }) => {
    if (cards > room) return [];
    room -= cards;
    return id;
  });
}
