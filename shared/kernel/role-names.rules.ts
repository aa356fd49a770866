/** Names of an organization's seeded roles; renamed roles are not translated. */
const seeded = {
  Administrator: "role.administrator",
  HR: "role.hr",
  Manager: "role.manager",
  Finance: "role.finance",
  Employee: "role.employee",
  External: "role.external",
} as const;

type RoleText = (typeof seeded)[keyof typeof seeded];

const isSeeded = (name: string): name is keyof typeof seeded => Object.hasOwn(seeded, name);

/** The name of a role in the language of `text`. */
export const roleNameIn = (text: (id: RoleText) => string, name: string): string =>
  isSeeded(name) ? text(seeded[name]) : name;

/** Replaces the text id of a seeded role by its name; returns other text unchanged. */
export function roleNameOfId(text: (id: RoleText) => string, name: string): string {
  const id = Object.values(seeded).find((one) => one === name);
  return id ? text(id) : name;
}
