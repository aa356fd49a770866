import type { BodyOf } from "../../../shared/kernel/endpoint";
import type { ColorTone } from "../../../shared/kernel/fields";
import type { ProjectRole } from "../../../shared/kernel/permissions";
import type { createProject, ProjectDetail, updateProject } from "../../../shared/work/projects/projects.contract";
import type { ProjectState } from "../../../shared/work/projects/projects.schema";

export interface MemberValue {
  user_id: number;
  role: ProjectRole;
}

/** Form values of a project. Texts are never null, because inputs represent an empty value as "". */
export type ProjectValues = {
  title: string;
  /** Empty in a new project, where it follows the title. */
  code: string;
  description: string;
  client_id: number | null;
  department_id: number | null;
  start_date: string | null;
  end_date: string | null;
  color: ColorTone | null;
  status: ProjectState;
  budget: string;
  members: MemberValue[];
  groups: number[];
};

export type ProjectField = keyof ProjectValues;

export const emptyProject = (makerId: number): ProjectValues => ({
  title: "",
  code: "",
  description: "",
  client_id: null,
  department_id: null,
  start_date: null,
  end_date: null,
  color: null,
  status: "active",
  budget: "",
  members: [{ user_id: makerId, role: "owner" }],
  groups: [],
});

export const toProjectValues = (project: ProjectDetail): ProjectValues => ({
  title: project.title,
  code: project.code,
  description: project.description ?? "",
  client_id: project.client?.id ?? null,
  department_id: project.department?.id ?? null,
  start_date: project.start_date,
  end_date: project.end_date,
  color: project.color as ColorTone,
  status: project.status,
  budget: project.budget ?? "",
  members: project.project_members.map(({ user, role }) => ({ user_id: user.id, role })),
  groups: project.groups.map(({ id }) => id),
});

const fields: readonly ProjectField[] = [
  "title",
  "code",
  "status",
  "color",
  "description",
  "client_id",
  "department_id",
  "start_date",
  "end_date",
  "budget",
  "members",
  "groups",
];

/** The order of members is irrelevant. */
function textOf(values: ProjectValues, field: ProjectField): string {
  if (field === "members")
    return values.members
      .map(({ user_id, role }) => `${user_id} ${role}`)
      .sort()
      .join();
  if (field === "groups") return values.groups.toSorted((a, b) => a - b).join();
  if (field === "budget") return values.budget === "" ? "" : String(Number(values.budget));
  return String(values[field] ?? "");
}

export const isSameFieldValue = (a: ProjectValues, b: ProjectValues, field: ProjectField): boolean =>
  textOf(a, field) === textOf(b, field);

export function changedFields(a: ProjectValues, b: ProjectValues): ProjectField[] {
  return fields.filter((field) => !isSameFieldValue(a, b, field));
}

/**
 * Result of comparing another user's changes with the user's own: fields that only the other user changed, and fields that both changed.
 */
export interface EditConflict {
  theirs: ProjectField[];
  both: ProjectField[];
}

export function findEditConflict(base: ProjectValues, mine: ProjectValues, theirs: ProjectValues): EditConflict {
  const changed = changedFields(base, theirs).filter((field) => !isSameFieldValue(mine, theirs, field));
  return {
    theirs: changed.filter((field) => isSameFieldValue(base, mine, field)),
    both: changed.filter((field) => !isSameFieldValue(base, mine, field)),
  };
}

/** Applies the user's own changes to the current state; `keep` decides which side wins where both changed a field. */
export function rebaseValues(
  base: ProjectValues,
  mine: ProjectValues,
  theirs: ProjectValues,
  keep: "mine" | "theirs",
): ProjectValues {
  const { both } = findEditConflict(base, mine, theirs);
  const own = changedFields(base, mine).filter((field) => keep === "mine" || !both.includes(field));
  return { ...theirs, ...Object.fromEntries(own.map((field) => [field, mine[field]])) };
}

type Body = Partial<BodyOf<typeof createProject>>;

/** Body for a new project. An empty code is omitted, because only the server knows which codes are taken. */
export function createBody(values: ProjectValues): Body {
  const { code, ...rest } = values;
  return (code === "" ? rest : values) as Body;
}

/** Sends only changed fields and the original lists, so that stale values don't overwrite another user's change. */
export function updateBody(base: ProjectValues, values: ProjectValues): Partial<BodyOf<typeof updateProject>> {
  const changed = changedFields(base, values);
  return Object.fromEntries([
    ...changed.map((field) => [field, values[field]]),
    ...changed.flatMap((field) => (field === "members" || field === "groups" ? [[`base_${field}`, base[field]]] : [])),
  ]);
}
