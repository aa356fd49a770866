import { Button, MultiSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import {
  assignRole,
  deleteRole,
  type Role,
  listRoleHolders,
  updateRole,
} from "../../../shared/administration/roles/roles.contract";
import { updateRoleSchema } from "../../../shared/administration/roles/roles.schema";
import { DeleteRecord } from "../../ui/records/DeleteRecord";
import { PanelForm } from "../../ui/records/PanelForm";
import { PeopleRows } from "../../ui/records/PeopleRows";
import { SidePanel } from "../../ui/records/SidePanel";
import { usePeopleChoices } from "../../people/organization/usePeopleChoices";
import { call } from "../../platform/api";
import { useText } from "../../platform/intl/useText";
import { useAction, useEndpoint } from "../../platform/query";
import { useCurrentUser } from "../../platform/session";
import { useForm } from "../../ui/form/form";
import { toast } from "../../ui/toast/toast";
import { FailedReads } from "../../ui/states/FailedReads";
import classes from "./roles.module.css";
import { startViewingAs } from "../../identity/viewing/view-as";
import { useRoleName } from "../../platform/intl/useRoleName";

interface RolePanelProps {
  role: Role | null;
  roles: readonly Role[];
  onClose: () => void;
  onCopy: (id: number) => void;
}

export function RolePanel({ role, roles, onClose, onCopy }: RolePanelProps) {
  const text = useText();
  const roleName = useRoleName();
  const [deleting, setDeleting] = useState(false);
  return (
    <>
      <SidePanel opened={role !== null && !deleting} title={roleName(role) ?? ""} onClose={onClose}>
        {role && (
          <>
            {role.can.edit ? (
              <Rename role={role} onClose={onClose} />
            ) : (
              role.code === "administrator" && <p className={classes.note}>{text("roles.administrator")}</p>
            )}
            {role.can.assign && (
              <div className={classes.buttons}>
                <Button onClick={() => onCopy(role.id)}>{text("roles.copy")}</Button>
                {role.can.view_as && (
                  <Button onClick={() => void startViewingAs({ role_id: role.id })}>{text("viewing.beginRole")}</Button>
                )}
                {role.can.edit && role.seeded && <Reset role={role} seeded={role.seeded} />}
                {role.can.delete && (
                  <Button color="danger" onClick={() => setDeleting(true)}>
                    {text("roles.delete")}
                  </Button>
                )}
              </div>
            )}
            <Holders role={role} />
            {role.can.assign && <Assign role={role} />}
          </>
        )}
      </SidePanel>
      {deleting && role && (
        <DeleteRecord
          record={role}
          successors={roles}
          remove={(successor_id) => call(deleteRole, { params: { id: role.id }, body: { successor_id } })}
          onClose={() => setDeleting(false)}
          onDeleted={onClose}
        />
      )}
    </>
  );
}

function Rename({ role, onClose }: { role: Role; onClose: () => void }) {
  const text = useText();
  const form = useForm(updateRoleSchema, {
    initialValues: { name: role.name },
    onSubmit: async ({ name }) => {
      const { message } = await call(updateRole, { params: { id: role.id }, body: { name } });
      toast.done(message ?? "");
      onClose();
    },
  });
  return (
    <PanelForm form={form} onClose={onClose}>
      <TextInput label={text("roles.name")} {...form.field("name")} />
    </PanelForm>
  );
}

function Reset({ role, seeded }: { role: Role; seeded: Role["permissions"] }) {
  const text = useText();
  const reset = useAction(updateRole, { onSuccess: ({ message }) => toast.done(message ?? "") });
  const same = seeded.length === role.permissions.length && seeded.every((code) => role.permissions.includes(code));
  return (
    <Button
      disabled={same}
      loading={reset.isPending}
      onClick={() => reset.mutate({ params: { id: role.id }, body: { permissions: seeded, version: role.version } })}
    >
      {text("roles.reset")}
    </Button>
  );
}

function Holders({ role }: { role: Role }) {
  const text = useText();
  const query = useEndpoint(listRoleHolders, { params: { id: role.id } });
  const people = query.data?.data;
  if (query.isLoadingError) return <FailedReads reads={[query]} />;
  if (people?.length === 0) return <p className={classes.note}>{text("roles.nobody")}</p>;
  return (
    <PeopleRows
      title={text("roles.holders")}
      people={(people ?? []).map(({ position, ...person }) => ({ ...person, beside: position }))}
    />
  );
}

function Assign({ role }: { role: Role }) {
  const text = useText();
  const people = usePeopleChoices();
  const user = useCurrentUser();
  const holders = useEndpoint(listRoleHolders, { params: { id: role.id } }).data?.data ?? [];
  // Nobody changes their own role.
  const excludedIds = new Set([user, ...holders].map(({ id }) => String(id)));
  const [chosen, setChosen] = useState<string[]>([]);
  const assign = useAction(assignRole, {
    onSuccess: ({ message }) => {
      toast.done(message ?? "");
      setChosen([]);
    },
  });
  return (
    <div className={classes.assign}>
      <FailedReads reads={[people.query]} />
      <MultiSelect
        label={text("roles.assign")}
        description={text("roles.assign.why")}
        searchable
        value={chosen}
        onChange={setChosen}
        data={people.options.filter(({ value }) => !excludedIds.has(value))}
      />
      <Button
        disabled={chosen.length === 0}
        loading={assign.isPending}
        onClick={() => assign.mutate({ params: { id: role.id }, body: { users: chosen.map(Number) } })}
      >
        {text("roles.assign.do")}
      </Button>
    </div>
  );
}
