/** SQL condition for the export of a user's data: content of a project belongs to its members, so only that of projects visible to $1. */
export const isOwnProject = (
  project: string,
) => `(person_holds($1, 'project-all') OR EXISTS (SELECT FROM project_access a
    WHERE a.tenant_id = current_tenant() AND a.project_id = ${project} AND a.user_id = $1))`;

export const isInOwnProject = (task: string) =>
  `EXISTS (SELECT FROM task t WHERE t.tenant_id = current_tenant() AND t.id = ${task} AND ${isOwnProject("t.project_id")})`;
