/**
 * Whether person `user` sees project `project`, as `effectiveRole` has it, for names that stand in what other features answer: what
 * hangs on a group or a client is told by how much, and by name only to whoever may read that name.
 */
export const seesProject = (project: string, user: string): string =>
  `(EXISTS (SELECT FROM project_access sees WHERE sees.tenant_id = current_tenant() AND sees.project_id = ${project}
      AND sees.user_id = ${user}::bigint) OR person_holds(${user}::bigint, 'project-all'))`;
