import type { Permission } from "../../../shared/kernel/access";
import { Button } from "@mantine/core";
import { IconCircleCheck, IconCircleMinus } from "@tabler/icons-react";
import {
  changeRoles,
  previewRoles,
  type Role,
  type RoleEffect,
} from "../../../shared/administration/roles/roles.contract";
import { useRoleName } from "../../platform/intl/useRoleName";
import { useFormat, useText } from "../../platform/intl/useText";
import { queryKeyOf, useAction } from "../../platform/query";
import { Panel } from "../../ui/Panel";
import { AvatarStack } from "../../ui/signs/AvatarStack";
import { toast } from "../../ui/toast/toast";
import { countRoleChanges, type RoleChange } from "./role-changes";
import classes from "./roles.module.css";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "../../platform/api";

interface RoleChangesProps {
  roles: readonly Role[];
  changes: readonly RoleChange[];
  onUndo: (role: Role, code: Permission, isGranted: boolean) => void;
  onDone: () => void;
}

export function RoleChanges({ roles, changes, onUndo, onDone }: RoleChangesProps) {
  const text = useText();
  const effect = useRoleEffect(previewRoles, changes);
  const count = countRoleChanges(changes);
  const save = useAction(changeRoles, {
    onSuccess: ({ message }) => {
      toast.done(message ?? "");
      onDone();
    },
  });
  return (
    <div className={classes.changes}>
      <Panel title={text("roles.before")} end={text("roles.changes", { count })}>
        <div className={classes.changesBody} role="status">
          {effect && <AffectedCounts effect={effect} />}
          {effect && <Stranded stranded={effect.stranded} />}
          <ul>
            {changes.flatMap(({ role_id, add, remove }) => {
              const role = roles.find(({ id }) => id === role_id);
              if (!role) return [];
              return [...remove, ...add].map((code) => (
                <Change
                  key={`${role_id} ${code}`}
                  role={role}
                  code={code}
                  gained={add.includes(code)}
                  effect={effect?.changes.find((one) => one.role_id === role_id && one.permission === code)}
                  onUndo={() => onUndo(role, code, !add.includes(code))}
                />
              ));
            })}
          </ul>
        </div>
        <div className={classes.saving}>
          <Button
            variant="filled"
            loading={save.isPending}
            onClick={() => save.mutate({ body: { changes: [...changes] } })}
          >
            {text("roles.save", { count })}
          </Button>
          <Button onClick={onDone}>{text("roles.discard")}</Button>
        </div>
      </Panel>
    </div>
  );
}

function AffectedCounts({ effect: { losing, gaining } }: { effect: RoleEffect }) {
  const text = useText();
  return (
    <div>
      {losing > 0 && <p className={classes.sum}>{text("roles.losing", { count: losing })}</p>}
      {gaining > 0 && (
        <p className={classes.sum} data-good>
          {text("roles.gaining", { count: gaining })}
        </p>
      )}
      {losing + gaining > 0 && <small>{text("roles.atOnce")}</small>}
    </div>
  );
}

function Stranded({ stranded }: { stranded: RoleEffect["stranded"] }) {
  const text = useText();
  if (stranded.length === 0) return null;
  return (
    <div className={classes.stranded}>
      <p>{text("roles.stranded", { count: stranded.length })}</p>
      <ul>
        {stranded.slice(0, 5).map(({ id, title, requester }) => (
          <li key={id}>
            <bdi>{requester}</bdi>: <bdi>{title}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface ChangeProps {
  role: Role;
  code: Permission;
  gained: boolean;
  effect: RoleEffect["changes"][number] | undefined;
  onUndo: () => void;
}

function Change({ role, code, gained, effect, onUndo }: ChangeProps) {
  const roleName = useRoleName();
  const text = useText();
  const { number } = useFormat();
  const Sign = gained ? IconCircleCheck : IconCircleMinus;
  const values = { role: roleName(role) ?? "", permission: text(`permission.${code}`) };
  return (
    <li className={classes.change}>
      <div>
        <Sign size={16} stroke={1.75} data-gained={gained} aria-hidden />
        <span>{text(gained ? "roles.gains" : "roles.loses", values)}</span>
        <Button size="xs" variant="subtle" color="gray" onClick={onUndo}>
          {text("roles.undo")}
        </Button>
      </div>
      {effect && effect.count > 0 && (
        <div>
          <AvatarStack people={effect.people} size={20} max={5} />
          <small>
            {effect.count > effect.people.length && `+${number(effect.count - effect.people.length)} `}
            {effect.you && text("roles.you")}
          </small>
        </div>
      )}
      {effect && effect.calls.length > 0 && (
        <details>
          <summary>{text("roles.calls", { count: effect.calls.length })}</summary>
          {effect.calls.map((one) => (
            <code key={one} dir="ltr">
              {one}
            </code>
          ))}
        </details>
      )}
    </li>
  );
}

function useRoleEffect(preview: typeof previewRoles, changes: readonly RoleChange[]): RoleEffect | undefined {
  const query = useQuery({
    queryKey: [...queryKeyOf(preview), changes],
    queryFn: ({ signal }) => call(preview, { body: { changes: [...changes] }, signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  return query.data?.data;
}
