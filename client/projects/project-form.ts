import type { BodyOf } from "../../shared/kernel/endpoint";
import type { Tone } from "../../shared/kernel/fields";
import type { ProjectRole } from "../../shared/kernel/permissions";
import type { createProject, ProjectDetail } from "../../shared/projects/projects.contract";
import type { ProjectState } from "../../shared/projects/projects.schema";

export interface MemberValue {
  user_id: number;
  role: ProjectRole;
}

/** What the form holds. Texts are never null: inputs show nothing as "". */
export type ProjectValues = {
  title: string;
  /** Empty in a new project: then it follows the title. */
  code: string;
  description: string;
  client_id: number | null;
  department_id: number | null;
  start_date: string | null;
  end_date: string | null;
  color: Tone | null;
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

export const valuesOf = (project: ProjectDetail): ProjectValues => ({
  title: project.title,
  code: project.code,
  description: project.description ?? "",
  client_id: project.client?.id ?? null,
  department_id: project.department?.id ?? null,
  start_date: project.start_date,
  end_date: project.end_date,
  color: project.color as Tone,
  status: project.status,
  budget: project.budget ?? "",
  members: project.project_members.map(({ user, role }) => ({ user_id: user.id, role })),
  groups: project.groups.map(({ id }) => id),
});

/** In the order of the form. */
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

/** Order doesn't matter in who is in a project. */
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

export const isSame = (a: ProjectValues, b: ProjectValues, field: ProjectField): boolean =>
  textOf(a, field) === textOf(b, field);

/** The fields in which two states of the form differ. */
export function differing(a: ProjectValues, b: ProjectValues): ProjectField[] {
  return fields.filter((field) => !isSame(a, b, field));
}

/** Another person's change, held against one's own: what only they changed, and what both did. */
export interface Clash {
  theirs: ProjectField[];
  both: ProjectField[];
}

export function clashOf(base: ProjectValues, mine: ProjectValues, theirs: ProjectValues): Clash {
  const changed = differing(base, theirs).filter((field) => !isSame(mine, theirs, field));
  return {
    theirs: changed.filter((field) => isSame(base, mine, field)),
    both: changed.filter((field) => !isSame(base, mine, field)),
  };
}

/** One's own changes on top of what stands now; `keep` says whose win where both changed the same. */
export function rebased(
  base: ProjectValues,
  mine: ProjectValues,
  theirs: ProjectValues,
  keep: "mine" | "theirs",
): ProjectValues {
  const { both } = clashOf(base, mine, theirs);
  const own = differing(base, mine).filter((field) => keep === "mine" || !both.includes(field));
  return { ...theirs, ...Object.fromEntries(own.map((field) => [field, mine[field]])) };
}

type Body = Partial<BodyOf<typeof createProject>>;

/** What is sent to make a project. A code that nobody chose is left to the server, which knows all that are taken. */
export function createBody(values: ProjectValues): Body {
  const { code, ...rest } = values;
  return (code === "" ? rest : values) as Body;
}

/** Only what was changed is sent, so that nobody else's change is overwritten by an old value. */
export function updateBody(base: ProjectValues, values: ProjectValues): Body {
  return Object.fromEntries(differing(base, values).map((field) => [field, values[field]])) as Body;
}
