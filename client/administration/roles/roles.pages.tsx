import type { Permission, PermissionArea } from "../../../shared/kernel/access";
import { permissionAreas } from "../../../shared/access";
import { Button, Select, TextInput } from "@mantine/core";
import { IconHelpCircle, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import {
  createRole,
  listRoles,
  type Role,
  listPermissionHolders,
} from "../../../shared/administration/roles/roles.contract";
import { ListBody, ListLoading } from "../../ui/records/ListBody";
import { useListAddress } from "../../ui/records/useListAddress";
import { useFollowDirectory } from "../../people/people/useFollowDirectory";
import { useRoleName } from "../../platform/intl/useRoleName";
import { useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { useCan } from "../../platform/session";
import { FilterPill } from "../../ui/fields/FilterPill";
import { SearchField } from "../../ui/fields/SearchField";
import { DraftGuard } from "../../ui/form/DraftGuard";
import { PageHead, Toolbar } from "../../ui/PageHead";
import { EmptyState } from "../../ui/states/EmptyState";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import {
  toggleArea,
  parseAreas,
  roleChangesOf,
  noPendingRoleChanges,
  type PendingRoleChanges,
  visibleAreas,
  withPermissionChange,
} from "./role-changes";
import { RoleChanges } from "./RoleChanges";
import { RoleMatrix } from "./RoleMatrix";
import { RolePanel } from "./RolePanel";
import { type RightsQuery, parseRightsQuery, RightsPanel } from "./RightsPanel";
import classes from "./roles.module.css";
import { PeopleRows } from "../../ui/records/PeopleRows";
import { SidePanel } from "../../ui/records/SidePanel";
import { createRoleSchema } from "../../../shared/administration/roles/roles.schema";
import { PanelForm } from "../../ui/records/PanelForm";
import { call } from "../../platform/api";
import { OptionalLabel } from "../../ui/fields/OptionalLabel";
import { useForm } from "../../ui/form/form";
import { toast } from "../../ui/toast/toast";
import { FilterPicker } from "../../ui/fields/FilterPicker";

type Open =
  | { panel: "role"; id: number }
  | { panel: "new"; from: number | null }
  | { panel: "who"; code: Permission }
  | { panel: "rights"; about: RightsQuery | null }
  | null;

export function RolesPage() {
  const text = useText();
  const can = useCan();
  const [search] = useSearchParams();
  const [open, setOpen] = useState<Open>(() => {
    const about = parseRightsQuery(search);
    return about && { panel: "rights", about };
  });
  const query = useEndpoint(listRoles);
  useFollowDirectory(query.data);
  const roles = query.data?.data;
  const close = () => setOpen(null);
  return (
    <>
      <PageHead title={text("title.roles")}>
        <Button
          leftSection={<IconHelpCircle size={16} stroke={1.75} aria-hidden />}
          onClick={() => setOpen({ panel: "rights", about: null })}
        >
          {text("rights.title")}
        </Button>
        {can("role-edit") && (
          <Button
            variant="filled"
            leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
            onClick={() => setOpen({ panel: "new", from: null })}
          >
            {text("roles.new")}
          </Button>
        )}
      </PageHead>
      <QueryBoundary query={query} loading={<ListLoading />} failed={text("roles.failed")}>
        {({ data }) => (
          <Matrix
            roles={data}
            onRole={(id) => setOpen({ panel: "role", id })}
            onWho={(code) => setOpen({ panel: "who", code })}
          />
        )}
      </QueryBoundary>
      <RolePanel
        role={(open?.panel === "role" && roles?.find(({ id }) => id === open.id)) || null}
        roles={roles ?? []}
        onClose={close}
        onCopy={(from) => setOpen({ panel: "new", from })}
      />
      <NewRolePanel
        opened={open?.panel === "new"}
        from={open?.panel === "new" ? open.from : null}
        roles={roles ?? []}
        onClose={close}
      />
      <RightsPanel
        opened={open?.panel === "rights"}
        about={open?.panel === "rights" ? open.about : null}
        onClose={close}
      />
      <PermissionHoldersPanel code={open?.panel === "who" ? open.code : null} onClose={close} />
    </>
  );
}

interface MatrixProps {
  roles: readonly Role[];
  onRole: (id: number) => void;
  onWho: (code: Permission) => void;
}

function Matrix({ roles, onRole, onWho }: MatrixProps) {
  const text = useText();
  const { sought, seek, read, change: narrow } = useListAddress("");
  const chosenAreas = parseAreas(read("areas"));
  const [changedOnly, setChangedOnly] = useState(false);
  const [pending, setPending] = useState<PendingRoleChanges>(noPendingRoleChanges);
  const wordsOf = (code: Permission) => text(`permission.${code}`);
  const areas = visibleAreas(roles, pending, { text: sought, areas: chosenAreas, changedOnly, wordsOf });
  const changes = roleChangesOf(roles, pending);
  const change = (role: Role, code: Permission, isGranted: boolean) =>
    setPending((now) => withPermissionChange(now, role, code, isGranted));
  return (
    <>
      <DraftGuard dirty={changes.length > 0} />
      <Toolbar>
        <SearchField text={sought} label={text("roles.search")} onChange={seek} />
        <AreaFilter chosen={chosenAreas} onPick={(area) => narrow("areas", toggleArea(chosenAreas, area))} />
        <FilterPill
          label={text("roles.changedOnly")}
          aria-pressed={changedOnly}
          data-on={changedOnly || undefined}
          title={text("roles.changedOnly.why")}
          onClick={() => setChangedOnly(!changedOnly)}
        />
      </Toolbar>
      <ListBody>
        <div className={classes.sides} data-changed={changes.length > 0 || undefined}>
          {areas.length === 0 ? (
            <EmptyState title={text("roles.nothingFound")} text={text("organization.nothingFound.why")} />
          ) : (
            <RoleMatrix roles={roles} areas={areas} pending={pending} onChange={change} onRole={onRole} onWho={onWho} />
          )}
          {changes.length > 0 && (
            <RoleChanges
              roles={roles}
              changes={changes}
              onUndo={(role, code, isGranted) => change(role, code, isGranted)}
              onDone={() => setPending(noPendingRoleChanges)}
            />
          )}
        </div>
      </ListBody>
    </>
  );
}

interface AreaFilterProps {
  chosen: readonly PermissionArea[];
  onPick: (area: string) => void;
}

function AreaFilter({ chosen, onPick }: AreaFilterProps) {
  const text = useText();
  const label = text("roles.area");
  const [only] = chosen;
  const value =
    chosen.length > 1
      ? text("roles.areaCount", { chosen: chosen.length, all: permissionAreas.length })
      : only && text(`permissionArea.${only}`);
  return (
    <FilterPicker
      label={label}
      value={value}
      multiple
      options={permissionAreas.map((area) => ({ value: area, label: text(`permissionArea.${area}`) }))}
      chosen={chosen}
      onPick={onPick}
    />
  );
}

function PermissionHoldersPanel({ code, onClose }: { code: Permission | null; onClose: () => void }) {
  const text = useText();
  const title = code ? text("roles.who", { permission: text(`permission.${code}`) }) : "";
  return (
    <SidePanel opened={code !== null} title={title} onClose={onClose}>
      {code && <People code={code} />}
    </SidePanel>
  );
}

function People({ code }: { code: Permission }) {
  const text = useText();
  const query = useEndpoint(listPermissionHolders, { query: { permission: code } });
  return (
    <QueryBoundary query={query} failed={text("roles.failed")}>
      {({ data }) => (
        <PeopleRows
          title={text("roles.people", { count: data.length })}
          people={data.map(({ role, ...person }) => ({ ...person, beside: role }))}
        />
      )}
    </QueryBoundary>
  );
}

interface NewRolePanelProps {
  opened: boolean;
  from: number | null;
  roles: readonly Role[];
  onClose: () => void;
}

function NewRolePanel({ opened, ...rest }: NewRolePanelProps) {
  const text = useText();
  return (
    <SidePanel opened={opened} title={text("roles.new")} onClose={rest.onClose}>
      <Fields {...rest} />
    </SidePanel>
  );
}

function Fields({ from, roles, onClose }: Omit<NewRolePanelProps, "opened">) {
  const roleName = useRoleName();
  const text = useText();
  const can = useCan();
  const copied = roles.find(({ id }) => id === from);
  const form = useForm(createRoleSchema, {
    initialValues: {
      name: copied ? text("roles.copyOf", { name: roleName(copied) ?? "" }) : "",
      from: from === null ? null : String(from),
    },
    onSubmit: async ({ name }, { idempotencyKey }) => {
      const source = roles.find(({ id }) => String(id) === form.values.from);
      // Users can't grant permissions that they don't have, so those aren't copied.
      const permissions = source?.permissions.filter((code) => can(code)) ?? [];
      const { message } = await call(createRole, { body: { name, permissions }, idempotencyKey });
      toast.done(message ?? "");
      onClose();
    },
  });
  return (
    <PanelForm form={form} onClose={onClose}>
      <TextInput data-autofocus label={text("roles.name")} {...form.field("name")} />
      <Select
        label={<OptionalLabel label={text("roles.from")} />}
        clearable
        data={roles.map((role) => ({ value: String(role.id), label: roleName(role) ?? "" }))}
        {...form.valueProps<string | null>("from")}
      />
    </PanelForm>
  );
}
