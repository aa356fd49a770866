import { Input, TextInput } from "@mantine/core";
import type { TemplatePreview } from "../../../shared/work/templates/templates.contract";
import { maxRoleTitleLength } from "../../../shared/work/templates/templates.schema";
import { useText } from "../../platform/intl/useText";
import tones from "../../ui/layout/tones.module.css";
import classes from "./templates.module.css";

type PersonWithPosition = TemplatePreview["people"][number];

/** The positions of people as the titles of their roles. */
export const suggestedRoles = (people: readonly PersonWithPosition[]): Role[] =>
  people.flatMap(({ user, position }) =>
    position === null ? [] : [{ user_id: user.id, title: position.slice(0, maxRoleTitleLength) }],
  );

interface Role {
  user_id: number;
  title: string;
}

interface RoleFieldsProps {
  people: readonly PersonWithPosition[];
  /** Without an entry, a person is left out. */
  roles: readonly Role[];
  onChange: (roles: Role[]) => void;
  error: string | undefined;
  errorAt: (at: number) => string | undefined;
}

/** Titles of the roles that replace people in a template. */
export function RoleFields({ people, roles, onChange, error, errorAt }: RoleFieldsProps) {
  const text = useText();
  const change = (userId: number, title: string) => {
    const role = { user_id: userId, title };
    const isListed = roles.some(({ user_id }) => user_id === userId);
    if (title === "") onChange(roles.filter(({ user_id }) => user_id !== userId));
    else onChange(isListed ? roles.map((other) => (other.user_id === userId ? role : other)) : [...roles, role]);
  };
  return (
    <fieldset className={classes.roles}>
      <legend>{text("templates.roles")}</legend>
      <p className={tones.muted}>{text("templates.roles.why")}</p>
      {people.map(({ user }) => {
        const at = roles.findIndex(({ user_id }) => user_id === user.id);
        return (
          <TextInput
            key={user.id}
            label={user.fullname}
            autoComplete="off"
            value={roles[at]?.title ?? ""}
            onChange={({ currentTarget }) => change(user.id, currentTarget.value)}
            error={at < 0 ? undefined : errorAt(at)}
          />
        );
      })}
      {error && <Input.Error role="alert">{error}</Input.Error>}
    </fieldset>
  );
}
