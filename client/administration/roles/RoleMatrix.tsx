import type { Permission, PermissionArea } from "../../../shared/kernel/access";
import { Checkbox, Select } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { type KeyboardEvent, useState } from "react";
import type { Role } from "../../../shared/administration/roles/roles.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { useCan } from "../../platform/session";
import { useIsPhoneWidth } from "../../platform/useIsPhoneWidth";
import { Panel } from "../../ui/Panel";
import { differsFromDefault, willHavePermission, type PendingRoleChanges } from "./role-changes";
import classes from "./roles.module.css";
import { useRoleName } from "../../platform/intl/useRoleName";

interface RoleMatrixProps {
  roles: readonly Role[];
  areas: readonly { area: PermissionArea; codes: readonly Permission[] }[];
  pending: PendingRoleChanges;
  onChange: (role: Role, code: Permission, isGranted: boolean) => void;
  onRole: (id: number) => void;
  onWho: (code: Permission) => void;
}

export function RoleMatrix({ roles, onRole, ...rest }: RoleMatrixProps) {
  const text = useText();
  const roleName = useRoleName();
  const { number } = useFormat();
  const narrow = useIsPhoneWidth();
  const [chosen, setChosen] = useState<string | null>(null);
  const one = roles.find(({ id }) => String(id) === chosen) ?? roles[1] ?? roles[0];
  const visibleRoles = narrow && one ? [one] : roles;
  return (
    <Panel>
      {narrow && one && (
        <div className={classes.chooser}>
          <Select
            label={text("roles.only")}
            allowDeselect={false}
            value={String(one.id)}
            onChange={setChosen}
            data={roles.map((one) => ({ value: String(one.id), label: roleName(one) ?? "" }))}
          />
        </div>
      )}
      <div className={classes.scroll} tabIndex={-1}>
        <table className={classes.matrix} aria-label={text("title.roles")} onKeyDown={moveFocus}>
          <thead>
            <tr>
              <th scope="col">{text("roles.permission")}</th>
              {visibleRoles.map((role) => (
                <th key={role.id} scope="col">
                  <button
                    type="button"
                    onClick={() => onRole(role.id)}
                    aria-label={text("roles.menu", { name: roleName(role) ?? "" })}
                  >
                    <bdi>{roleName(role)}</bdi>
                    <small>{number(role.user_count)}</small>
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          {rest.areas.map((group) => (
            <Area key={group.area} {...rest} {...group} roles={visibleRoles} />
          ))}
        </table>
      </div>
    </Panel>
  );
}

type AreaProps = Omit<RoleMatrixProps, "onRole" | "areas"> & RoleMatrixProps["areas"][number];

function Area({ area, codes, roles, pending, onChange, onWho }: AreaProps) {
  const text = useText();
  return (
    <tbody>
      <tr className={classes.area}>
        <th scope="rowgroup" colSpan={roles.length + 1}>
          {text(`permissionArea.${area}`)}
        </th>
      </tr>
      {codes.map((code) => (
        <tr key={code} data-row>
          <th scope="row">
            <span className={classes.permission}>
              {text(`permission.${code}`)}
              <small>{code}</small>
            </span>
            <button type="button" className={classes.who} onClick={() => onWho(code)}>
              <IconUsers size={18} stroke={1.75} aria-hidden />
              <span className={classes.whoWords}>{text("roles.who.button")}</span>
              <span className="sr-only">{text(`permission.${code}`)}</span>
            </button>
          </th>
          {roles.map((role) => (
            <Cell key={role.id} role={role} code={code} pending={pending} onChange={onChange} />
          ))}
        </tr>
      ))}
    </tbody>
  );
}

type CellProps = Pick<RoleMatrixProps, "pending" | "onChange"> & { role: Role; code: Permission };

/** Users can't grant or revoke permissions that they don't have; the server enforces it too. */
function Cell({ role, code, pending, onChange }: CellProps) {
  const text = useText();
  const roleName = useRoleName();
  const mine = useCan()(code);
  const permission = text(`permission.${code}`);
  const differing = differsFromDefault(role, code, pending);
  const label = text("roles.allows", { role: roleName(role) ?? "", permission });
  return (
    <td data-pending={pending.get(role.id)?.has(code) || undefined} data-differs={differing || undefined}>
      <Checkbox
        aria-label={differing ? `${label} (${text("roles.differs")})` : label}
        checked={willHavePermission(role, code, pending)}
        disabled={!role.can.edit || !mine}
        onChange={(event) => onChange(role, code, event.currentTarget.checked)}
      />
    </td>
  );
}

/** Arrow keys move between checkboxes in visual direction. */
function moveFocus(event: KeyboardEvent<HTMLTableElement>): void {
  const cell = (event.target as HTMLElement).closest("td, th");
  const row = cell?.closest("tr");
  if (!cell || !row || !event.key.startsWith("Arrow")) return;
  const rtl = getComputedStyle(row).direction === "rtl";
  const next = {
    ArrowRight: rtl ? cell.previousElementSibling : cell.nextElementSibling,
    ArrowLeft: rtl ? cell.nextElementSibling : cell.previousElementSibling,
    ArrowDown: adjacentRow(row, 1)?.children[cellIndex(cell)],
    ArrowUp: adjacentRow(row, -1)?.children[cellIndex(cell)],
  }[event.key];
  const target = next?.querySelector<HTMLElement>("input, button");
  if (!target) return;
  event.preventDefault();
  target.focus();
}

const cellIndex = (cell: Element): number => [...(cell.parentElement?.children ?? [])].indexOf(cell);

function adjacentRow(row: HTMLTableRowElement, by: 1 | -1): HTMLTableRowElement | undefined {
  const rows = [...(row.closest("table")?.querySelectorAll<HTMLTableRowElement>("[data-row]") ?? [])];
  return rows[rows.indexOf(row) + by];
}
