import { ActionIcon, Button, Select, TextInput } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from "@tabler/icons-react";
import type { SignOn } from "../../../shared/identity/session/sign-on.contract";
import { useText } from "../../platform/intl/useText";
import classes from "./security.module.css";
import tones from "../../ui/layout/tones.module.css";

export interface RoleRow {
  key: number;
  value: string;
  role_id: string | null;
}

let lastKey = 0;
/** A local key keeps the rows' identity when one is removed. */
export const toRoleRow = ({ value, role_id }: SignOn["roles"][number]): RoleRow => ({
  key: ++lastKey,
  value,
  role_id: String(role_id),
});

interface SignOnRolesProps {
  roles: { value: string; label: string }[];
  value: RoleRow[];
  onChange: (rows: RoleRow[]) => void;
  error?: string | undefined;
}

/** Maps claim values to roles; the first match applies. */
export function SignOnRoles({ roles, value: rows, onChange, error }: SignOnRolesProps) {
  const text = useText();
  const set = (key: number, change: Partial<RoleRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...change } : row)));
  const move = (at: number, by: -1 | 1) => {
    const next = rows.toSpliced(at, 1);
    onChange(next.toSpliced(at + by, 0, ...rows.slice(at, at + 1)));
  };
  return (
    <fieldset className={classes.mapping}>
      <legend>{text("signOn.roles")}</legend>
      <p className={tones.muted}>{text("signOn.roles.why")}</p>
      {rows.map((row, at) => (
        <div key={row.key}>
          <TextInput
            aria-label={text("signOn.roles.value", { number: at + 1 })}
            placeholder={text("signOn.roles.valueShort")}
            dir="ltr"
            value={row.value}
            onChange={(event) => set(row.key, { value: event.currentTarget.value })}
          />
          <Select
            aria-label={text("signOn.roles.role", { number: at + 1 })}
            allowDeselect={false}
            data={roles}
            value={row.role_id}
            onChange={(role_id) => set(row.key, { role_id })}
          />
          <ActionIcon
            aria-label={text("signOn.roles.up", { number: at + 1 })}
            disabled={at === 0}
            onClick={() => move(at, -1)}
          >
            <IconArrowUp size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
          <ActionIcon
            aria-label={text("signOn.roles.down", { number: at + 1 })}
            disabled={at === rows.length - 1}
            onClick={() => move(at, 1)}
          >
            <IconArrowDown size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
          <ActionIcon
            aria-label={text("signOn.roles.remove", { number: at + 1 })}
            onClick={() => onChange(rows.filter(({ key }) => key !== row.key))}
          >
            <IconX size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <Button
        size="xs"
        leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
        onClick={() => onChange([...rows, { key: ++lastKey, value: "", role_id: roles[0]?.value ?? null }])}
      >
        {text("signOn.roles.add")}
      </Button>
      {error && (
        <p className={tones.danger} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
